// The form of a deal, for a thumb: who took, the trump, the points of one side. It decides nothing about rules: what
// the ruleset of the sheet has is offered, and what cannot be is refused by the service, shown at its place.

import { byId, element } from "/shared/elements.js";
import { trumpFace } from "/shared/terms.js";

import { seatName, teamName } from "./names.js";
import { totalOf } from "./send.js";
import { words } from "./words.js";

const OPEN_LADDER = 250;
const FIELDS = ["points", "annonces", "declared"];
const PLACES = ["taker", "trump", "level", "points", "annonces", "belotes", "capot", "deal"];

let sheet = null;
let draft = null;
let active = "points-0";

const rulesBid = () => sheet.rules.auction === "bid";
const playsAll = () => sheet.rules.annonces && sheet.rules.annonces_on_failure === "all-declared";

function emptyDraft() {
  return { taker: null, trump: null, level: null, contre: 1, points: ["", ""], annonces: ["", ""], declared: ["", ""], belotes: {}, capot: null };
}

function draftOf(deal) {
  const made = emptyDraft();
  if (!deal || deal.outcome) return made;
  const text = pair => (pair || [null, null]).map(value => (value === null ? "" : String(value)));
  const { taker, trump, level = null, contre = 1 } = deal.contract;
  const capot = deal.capot ?? null;
  const belotes = Object.fromEntries((deal.belotes || []).map(belote => [belote.suit, belote.team]));
  const points = capot === null ? text(deal.points) : ["", ""];
  return { ...made, taker, trump, level, contre, capot, belotes, points, annonces: text(deal.annonces), declared: text(deal.declared_annonces) };
}

function levels() {
  const { bid_min: first, bid_step: step, bid_max: max } = sheet.rules;
  const last = max === "none" ? OPEN_LADDER : max;
  return [...Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step), "capot"];
}

// A group of radio buttons that look like keys.
function choices(name, label, values, textOf, nameOf = textOf) {
  const keys = values.map(value => {
    const input = element("input", { type: "radio", name, value: String(value), checked: draft[name] === value });
    input.setAttribute("aria-label", nameOf(value));
    input.onchange = () => {
      draft[name] = value;
      fault(name, "");
      if (name === "trump") drawBelotes();
      complete();
    };
    const text = element("span", { className: name === "trump" && "HD".includes(value) ? "red-suit" : "" }, textOf(value));
    return element("label", { className: "key" }, input, text);
  });
  return group(name, label, element("div", { className: `keys ${name}` }, ...keys));
}

function group(place, label, ...parts) {
  const alert = element("p", { id: `fault-${place}`, className: "fault" });
  alert.setAttribute("role", "alert");
  return element("fieldset", { id: `group-${place}` }, element("legend", {}, label), ...parts, alert);
}

function numbers(name, label, note) {
  const fields = [0, 1].map(team => {
    const input = element("input", { id: `${name}-${team}`, inputMode: "none", autocomplete: "off", maxLength: 4, value: draft[name][team] });
    input.onfocus = () => {
      activate(input.id);
      input.select();
    };
    input.oninput = () => typed(name, team, input.value.replace(/\D/g, ""));
    return element("label", {}, element("span", {}, teamName(sheet.view, team)), input);
  });
  return group(name, label, element("div", { className: "sides" }, ...fields), ...(note ? [element("p", { id: `${name}-note`, className: "note" })] : []));
}

function typed(name, team, value) {
  draft[name][team] = value;
  const input = byId(`${name}-${team}`);
  if (input.value !== value) input.value = value;
  fault(name, "");
  complete();
}

// The other side, live; it is shown and not sent, so that the service completes and checks.
function complete() {
  const total = totalOf(draft.trump, sheet.rules);
  const given = draft.points.map(text => (text === "" ? null : Number(text)));
  const shown = [0, 1].map(team => {
    if (given[team] !== null) return given[team];
    const other = given[1 - team];
    if (other !== null) return other <= total ? total - other : "";
    return draft.capot === null ? "" : draft.capot === team ? total : 0;
  });
  shown.forEach((value, team) => {
    const input = byId(`points-${team}`);
    if (given[team] === null) input.value = String(value);
    input.classList.toggle("completed", given[team] === null && value !== "");
  });
  byId("points-note").textContent = words().completed(total);
}

function ticks(place, label, values, textOf, isOn, toggle) {
  const boxes = values.map(value => {
    const input = element("input", { type: "checkbox", checked: isOn(value) });
    input.onchange = () => toggle(value, input.checked);
    return element("label", { className: "key" }, input, element("span", {}, textOf(value)));
  });
  return group(place, label, element("div", { className: "keys two" }, ...boxes));
}

// One tick for a belote at a suit; at tout atout one a suit.
function drawBelotes() {
  const say = words();
  const suits = { SA: [], TA: ["S", "H", "D", "C"] }[draft.trump] || [draft.trump || ""];
  draft.belotes = Object.fromEntries(Object.entries(draft.belotes).flatMap(([suit, team]) => (suits.includes(suit) ? [[suit, team]] : suits.length === 1 ? [[suits[0], team]] : [])));
  const values = suits.flatMap(suit => [0, 1].map(team => [suit, team]));
  const textOf = ([suit, team]) => (suits.length > 1 ? `${trumpFace(suit)} ` : "") + teamName(sheet.view, team);
  const made = ticks("belotes", say.belote, values, textOf, ([suit, team]) => draft.belotes[suit] === team, ([suit, team], on) => {
    delete draft.belotes[suit];
    if (on) draft.belotes[suit] = team;
    drawBelotes();
    byId("group-belotes").querySelectorAll("input")[values.findIndex(value => value[0] === suit && value[1] === team)].focus();
  });
  made.hidden = !suits.length;
  byId("group-belotes").replaceWith(made);
}

function capots() {
  const made = ticks("capot", words().capotOf, [0, 1], team => teamName(sheet.view, team), team => draft.capot === team, (team, on) => {
    draft.capot = on ? team : null;
    made.querySelectorAll("input").forEach((input, each) => (input.checked = draft.capot === each));
    fault("capot", "");
    complete();
  });
  return made;
}

function keypad() {
  const say = words();
  const press = key => () => {
    const [name, team] = active.split("-");
    const old = draft[name][team];
    typed(name, Number(team), key === "C" ? "" : key === "⌫" ? old.slice(0, -1) : (old + key).slice(0, 4));
  };
  const keys = [..."123456789", "C", "0", "⌫"].map(key => {
    const button = element("button", { type: "button", textContent: key, onclick: press(key) });
    // The field that is typed into stays the one that has the focus.
    button.onpointerdown = event => event.preventDefault();
    if (key === "C") button.setAttribute("aria-label", say.clear);
    if (key === "⌫") button.setAttribute("aria-label", say.back);
    return button;
  });
  const pad = element("div", { id: "keypad" }, ...keys);
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", say.digits);
  return pad;
}

function activate(id) {
  active = id;
  for (const name of FIELDS) for (const team of [0, 1]) byId(`${name}-${team}`)?.classList.toggle("active", `${name}-${team}` === id);
}

function fault(place, text) {
  const alert = byId(`fault-${place}`) || byId("fault-deal");
  if (alert.textContent !== text) alert.textContent = text;
}

// The refusal of the service, each fault where it belongs.
export function showFaults(problem) {
  for (const place of PLACES) if (byId(`fault-${place}`)) fault(place, "");
  const errors = problem.errors || [{ pointer: "", detail: problem.detail }];
  for (const { pointer, detail } of errors) fault(placeOf(pointer), detail);
  document.querySelector("#entry .fault:not(:empty)")?.scrollIntoView({ block: "center" });
}

function placeOf(pointer) {
  const [, first, second] = pointer.split("/");
  if (first === "contract") return second === "contre" ? "level" : second || "taker";
  return { declared_annonces: "declared" }[first] || first || "deal";
}

function missing() {
  const found = [];
  if (draft.taker === null) found.push("taker");
  if (draft.trump === null) found.push("trump");
  if (rulesBid() && draft.level === null) found.push("level");
  if (draft.capot === null && draft.points.every(text => text === "")) found.push("points");
  for (const place of ["taker", "trump", "level", "points"]) if (byId(`fault-${place}`)) fault(place, found.includes(place) ? words().missing[place] : "");
  document.querySelector("#entry .fault:not(:empty)")?.scrollIntoView({ block: "center" });
  return found.length > 0;
}

function bodyOf() {
  const number = text => (text === "" ? null : Number(text));
  const some = pair => pair.some(text => text !== "");
  const nought = pair => pair.map(text => Number(text));
  const { taker, trump, level, contre, capot } = draft;
  const typedPoints = some(draft.points) ? draft.points.map(number) : [0, 1].map(team => (team === capot ? null : 0));
  const belotes = Object.entries(draft.belotes).map(([suit, team]) => ({ team, suit: suit || trump }));
  return {
    contract: { taker, trump, ...(rulesBid() ? { level, contre } : {}) },
    points: typedPoints,
    ...(capot === null ? {} : { capot }),
    ...(some(draft.annonces) ? { annonces: nought(draft.annonces) } : {}),
    ...(some(draft.declared) ? { declared_annonces: nought(draft.declared) } : {}),
    ...(belotes.length ? { belotes } : {}),
  };
}

// Open the form; `submit(body)` is called with a deal, or one that everybody passed.
export function openForm(kept, { deal = null, title, save, submit }) {
  sheet = kept;
  draft = draftOf(deal);
  active = "points-0";
  const say = words();
  const dialog = byId("entry");
  const trumps = ["S", "H", "D", "C", ...(sheet.rules.sans_atout ? ["SA"] : []), ...(sheet.rules.tout_atout ? ["TA"] : [])];
  const form = element("form", { method: "dialog", noValidate: true });
  form.append(
    element("h2", { id: "entry-title" }, title),
    choices("taker", say.taker, [0, 1, 2, 3], seat => seatName(sheet.view, seat), seat => `${seatName(sheet.view, seat)} (${teamName(sheet.view, seat & 1)})`),
    choices("trump", say.trump, trumps, trumpFace, trump => say.suit[trump]),
  );
  if (rulesBid()) {
    const level = choices("level", say.level, levels(), value => (value === "capot" ? say.capot : String(value)));
    const contre = choices("contre", say.contreLabel, [1, 2, 4], value => ({ 1: say.none, 2: say.contre, 4: say.surcontre })[value]);
    form.append(level, contre);
  }
  form.append(numbers("points", say.points, true));
  if (sheet.rules.annonces) form.append(numbers("annonces", say.annonces));
  if (playsAll()) form.append(numbers("declared", say.declared));
  form.append(keypad(), element("fieldset", { id: "group-belotes" }), capots());
  const alert = element("p", { id: "fault-deal", className: "fault" });
  alert.setAttribute("role", "alert");
  const passed = element("button", { type: "button", id: "all-pass", className: "quiet", textContent: say.allPass, onclick: () => submit({ outcome: "all-pass" }) });
  const cancel = element("button", { type: "button", className: "quiet", textContent: say.cancel, onclick: () => dialog.close() });
  const enter = element("button", { id: "save", textContent: save });
  form.append(alert, element("div", { className: "ends" }, cancel, passed, enter));
  form.onsubmit = event => {
    event.preventDefault();
    if (!missing()) submit(bodyOf());
  };
  dialog.replaceChildren(form);
  drawBelotes();
  complete();
  activate("points-0");
  if (!dialog.open) dialog.showModal();
}
