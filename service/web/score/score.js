// The score sheet: which of its views is shown, following the sheet, and entering deals.

import { byId, element } from "/shared/elements.js";
import { NO_MORE, follow, pause } from "/shared/follow.js";
import { Refused, ask, freshKey } from "/shared/http.js";
import { language, setLanguage } from "/shared/terms.js";

import { leaveEvening, showEvening } from "./evening.js";
import { openForm, showFaults } from "./form.js";
import { evening, fromHash, keepEvening, keepSheet, sheetOf, waiting, writer } from "./kept.js";
import { decide, enter, fateOf, flush, refreshed } from "./send.js";
import { showLinks } from "./share.js";
import { drawDeals, drawTotals, drawWaiting, showBill, showHistory } from "./sheet.js";
import { showStart } from "./start.js";
import { words } from "./words.js";

const RETRY = 2000;

let id = null;
let following = null;
let online = true;

function show(view) {
  for (const name of ["start", "evening", "sheet"]) byId(name).hidden = name !== view;
  byId("home").hidden = view === "start";
  if (view !== "evening") leaveEvening();
}

function labels() {
  const say = words();
  document.documentElement.lang = language;
  document.title = `Belote · ${say.title}`;
  byId("title").textContent = say.title;
  byId("home").setAttribute("aria-label", say.mine);
  byId("language").setAttribute("aria-label", say.language);
  byId("language").value = language;
  byId("enter").textContent = say.enter;
}

const addressed = hash => history.replaceState(null, "", `${location.pathname}${hash}`);

async function goHome() {
  leaveSheet();
  addressed("");
  show("start");
  await showStart(openSheet, openEvening);
}

async function openEvening(kept) {
  leaveSheet();
  const known = evening();
  const full = known && known.id === kept.id ? { ...known, ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value)) } : kept;
  addressed(`#${new URLSearchParams({ evening: kept.id, ...(full.edit ? {} : { watch: full.watch }) })}`);
  byId("evening").replaceChildren();
  show("evening");
  await showEvening(full, async at => {
    keepEvening(at);
    await goHome();
  });
}

function leaveSheet() {
  if (following) following.abort();
  following = null;
  id = null;
}

// A sheet that this phone knows, or has a link of.
async function openSheet(name) {
  leaveSheet();
  id = name;
  addressed(`#sheet=${name}`);
  show("sheet");
  online = true;
  following = new AbortController();
  const { signal } = following;
  draw();
  while (!signal.aborted && !(await caughtUp(name))) await pause(RETRY);
  if (!signal.aborted) await followSheet(name, signal);
}

// Whether all was read that the page needs; what waits is sent then.
async function caughtUp(name) {
  try {
    const kept = await refreshed(name);
    if (!kept.rules) keepSheet(name, { rules: (await ask("POST", "/v1/rulesets/resolve", { body: { ruleset: kept.view.ruleset } })).options });
    online = true;
    await flush(name);
    draw();
    return true;
  } catch (error) {
    if (error instanceof Refused && NO_MORE.includes(error.status)) gone(error.message);
    else away();
    return false;
  }
}

function away() {
  online = false;
  draw();
}

function gone(text) {
  if (following) following.abort();
  byId("match").textContent = `${words().gone} ${text}`;
}

async function followSheet(name, signal) {
  const kept = sheetOf(name);
  try {
    const told = follow(`/v1/scoresheets/${name}/events`, kept.edit || kept.watch, kept.view.version, signal, { lost: away });
    for await (const _ of told) await caughtUp(name);
  } catch (error) {
    if (!signal.aborted) gone(error.message);
  }
}

function draw() {
  const kept = id && sheetOf(id);
  if (!kept) return;
  labels();
  const entries = waiting(id);
  if (kept.view) {
    drawTotals(kept);
    drawDeals(kept, openBill);
  }
  if (kept.view) drawWaiting(kept, entries, online, { again: answered(decide.again), drop: answered(decide.drop), edit: correct });
  byId("enter").hidden = !kept.edit || !kept.view || !kept.rules || kept.view.match.over;
  const say = words();
  const act = (text, name, onclick) => element("button", { type: "button", id: name, className: "quiet", textContent: text, onclick });
  const note = kept.edit ? [] : [element("span", { className: "note" }, say.watching)];
  byId("actions").replaceChildren(act(say.share, "share", () => showLinks("sheet", sheetOf(id))), act(say.history, "history", openHistory), ...note);
}

const answered = how => async entry => {
  how(entry);
  draw();
  await flush(entry.id);
  draw();
};

async function openHistory() {
  const kept = sheetOf(id);
  try {
    showHistory(kept, (await ask("GET", `/v1/scoresheets/${id}/history`, { token: kept.edit || kept.watch })).changes);
  } catch {
    away();
  }
}

function openBill(row, place) {
  showBill(sheetOf(id), row, place, {
    change: () => form({ method: "PUT", number: row.number, was: row.deal, title: words().changeDeal(place), save: words().saveChange, deal: row.deal }),
    remove: () => send({ method: "DELETE", number: row.number, was: row.deal }),
    before: () => form({ method: "POST", before: row.number, title: words().newDeal, save: words().save }),
  });
}

// A refused entry goes back into the form.
function correct(entry) {
  decide.drop(entry);
  form({ ...entry, before: entry.body.before, title: words().newDeal, save: words().save, deal: entry.body });
  showFaults(entry.held.problem);
}

function form({ method, number, was, before, deal, title, save }) {
  let busy = false;
  const submit = async written => {
    if (busy) return;
    busy = true;
    const by = writer();
    const body = { ...written, ...(before ? { before } : {}), ...(by ? { by } : {}) };
    const held = await send({ method, number, was, body }, true);
    busy = false;
    if (held) showFaults(held.problem);
    else byId("entry").close();
  };
  openForm(sheetOf(id), { deal, title, save, submit });
}

// Send an entry, or let it wait. Where a form is open that can be corrected, a refusal is given back to it.
async function send(entry, correctable = false) {
  const name = id;
  const sent = enter(name, freshKey(), entry);
  const slow = correctable ? pause(RETRY) : null;
  await Promise.race([flush(name), ...(slow ? [slow] : [])]);
  const { done, held } = fateOf(sent);
  if (held && held.problem && correctable) {
    decide.drop(sent);
    draw();
    return held;
  }
  if (!done && !held) retryLater(name);
  online = Boolean(done || held);
  draw();
  return null;
}

let retrying = null;

function retryLater(name) {
  clearTimeout(retrying);
  retrying = setTimeout(async () => {
    if (id !== name || !waiting(name).length || waiting(name)[0].held) return;
    if (!(await caughtUp(name)) || waiting(name).length) retryLater(name);
  }, RETRY);
}

async function route() {
  const asked = fromHash();
  if (!asked) return goHome();
  if (asked.kind === "evening") return openEvening(asked);
  keepSheet(asked.id, { edit: asked.edit, watch: asked.watch });
  return openSheet(asked.id);
}

function begin() {
  labels();
  byId("home").addEventListener("click", () => (evening() && sheetOf(id)?.edit ? openEvening(evening()) : goHome()));
  byId("enter").addEventListener("click", () => form({ method: "POST", title: words().newDeal, save: words().save }));
  byId("language").addEventListener("change", event => {
    setLanguage(event.target.value);
    labels();
    if (id) draw();
    else route();
  });
  window.addEventListener("hashchange", route);
  window.addEventListener("offline", away);
  const look = () => id && !document.hidden && caughtUp(id);
  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  if (navigator.serviceWorker) navigator.serviceWorker.register("/score/worker.js", { scope: "/score" }).catch(() => {});
  route().then(() => {}, () => {});
}

begin();
