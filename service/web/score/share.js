// Links and their QR codes. The code is drawn here and not by the service, which never sees the token of a link.

import { byId, element } from "/shared/elements.js";

import encodeQR from "./qr.js";
import { words } from "./words.js";

export function linkOf(kind, id, tokens) {
  const link = new URLSearchParams({ [kind]: id });
  for (const [name, token] of Object.entries(tokens)) if (token) link.set(name, token);
  return `${location.origin}/score#${link}`;
}

function shown(label, link, className) {
  const say = words();
  const code = element("img", { className: "qr", alt: say.qr, src: `data:image/svg+xml,${encodeURIComponent(encodeQR(link, "svg", { ecc: "low", border: 4 }))}` });
  const field = element("input", { readOnly: true, value: link, ariaLabel: label, onfocus: event => event.target.select() });
  const copy = element("button", { type: "button", textContent: say.copy });
  copy.onclick = async () => {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(link).catch(() => {});
    else document.execCommand("copy");
    copy.textContent = say.copied;
  };
  const send = navigator.share && element("button", { type: "button", textContent: say.send, onclick: () => navigator.share({ url: link }).catch(() => {}) });
  return element("div", { className: `link ${className}` }, element("h3", {}, label), code, field, element("p", { className: "row" }, copy, ...(send ? [send] : [])));
}

export function showLinks(kind, { id, edit, watch }) {
  const say = words();
  const parts = [];
  if (watch) parts.push(shown(say.watchLink, linkOf(kind, id, { watch }), "watch"));
  if (edit) parts.push(shown(say.editLink, linkOf(kind, id, { edit, watch }), "edit"));
  const dialog = byId("detail");
  const close = element("button", { type: "button", textContent: say.close, onclick: () => dialog.close() });
  dialog.replaceChildren(element("h2", { id: "detail-title" }, say.share), ...parts, close);
  dialog.showModal();
}
