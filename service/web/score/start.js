// Starting a sheet: one tap is enough, everything else is there for who wants it. Sheets of this phone are listed.

import { byId, element } from "/shared/elements.js";
import { houseChanges, offerHouse, optionsOf, rulesetText } from "/shared/house.js";
import { ask } from "/shared/http.js";

import { evening, forgetSheet, keepEvening, keepSheet, setWriter, sheets, writer } from "./kept.js";
import { teamName } from "./names.js";
import { words } from "./words.js";

const FAVOURITE = "belote-ruleset";

let opened = null;
let described = {};

const label = (text, control) => element("label", {}, element("span", {}, text), control);
const field = (id, placeholder) => element("input", { id, placeholder, maxLength: 60, autocomplete: "off" });
const option = (value, text) => element("option", { value, textContent: text });

export async function showStart(onOpened, onEvening) {
  opened = onOpened;
  const say = words();
  const kept = evening();
  const form = element("form", { id: "opening" });
  const preset = element("select", { id: "preset", required: true, onchange: showOptions });
  const ends = element("select", { id: "ends" }, option("target", say.endsTarget), option("deals", say.endsDeals), option("never", say.endsNever));
  const many = element("input", { id: "many", inputMode: "numeric", autocomplete: "off", pattern: "[0-9]*", maxLength: 6 });
  ends.onchange = placeholder;
  const dealer = element("select", { id: "dealer" }, ...[0, 1, 2, 3].map(seat => option(seat, say.seat(seat))));
  const players = [0, 1, 2, 3].map(seat => field(`player-${seat}`, say.seat(seat)));
  players.forEach((input, seat) => (input.oninput = () => (dealer.options[seat].textContent = input.value || say.seat(seat))));
  const by = element("input", { id: "by", maxLength: 60, autocomplete: "off", value: writer(), onchange: () => setWriter(by.value.trim()) });
  const named = (input, text) => label(text, input);
  if (kept) {
    const leave = element("button", { type: "button", className: "quiet", textContent: say.aloneAgain, onclick: () => (keepEvening(null), showStart(onOpened, onEvening)) });
    const go = element("button", { type: "button", className: "quiet", textContent: say.atEvening(kept.name || ""), onclick: () => onEvening(kept) });
    form.append(element("p", { id: "at-evening", className: "row" }, go, leave));
  }
  form.append(
    label(say.preset, preset),
    element("div", { className: "pair" }, named(field("team-0", say.team(0)), say.team(0)), named(field("team-1", say.team(1)), say.team(1))),
    element("button", { id: "open" }, say.start),
    Object.assign(element("p", { id: "opening-say", className: "fault" }), { role: "alert" }),
    element("details", {}, element("summary", {}, say.names), element("p", { className: "note" }, say.namesNote), element("div", { className: "pair" }, ...players.map((input, seat) => named(input, say.seat(seat)))), label(say.firstDealer, dealer), label(say.by, by)),
    element("details", {}, element("summary", {}, say.ends), element("div", { className: "pair" }, label(say.ends, ends), label(say.howMany, many))),
    element("details", { id: "house" }, element("summary", {}, say.house), element("div", { id: "options" })),
  );
  form.onsubmit = event => {
    event.preventDefault();
    start();
  };
  byId("start").replaceChildren(form, ...known(onOpened, onEvening), ...(kept ? [] : [eveningForm(onEvening)]));
  await listPresets();
}

async function listPresets() {
  try {
    const { rulesets } = await ask("GET", "/v1/rulesets");
    byId("preset").replaceChildren(...rulesets.map(({ preset, title }) => option(preset, title)));
    const last = localStorage.getItem(FAVOURITE);
    if (rulesets.some(each => each.preset === last)) byId("preset").value = last;
    await showOptions();
    say("");
  } catch (error) {
    say(error.problem ? error.message : words().lost);
  }
}

const say = text => {
  if (byId("opening-say")) byId("opening-say").textContent = text;
};

async function showOptions() {
  byId("options").replaceChildren();
  const found = await optionsOf(byId("preset"));
  if (!found) return;
  described = found;
  offerHouse(byId("options"), described);
  placeholder();
}

function placeholder() {
  const wanted = byId("ends").value;
  const { value } = described.target;
  byId("many").placeholder = { target: value === "none" ? "1000" : String(value), deals: "12", never: "–" }[wanted];
  byId("many").disabled = wanted === "never";
}

function ruleset() {
  const many = Number(byId("many").value || byId("many").placeholder);
  const ends = { target: [["target", many]], deals: [["target", "none"], ["deal_limit", many]], never: [["target", "none"]] }[byId("ends").value];
  const ending = ends.filter(([name, value]) => String(value) !== String(described[name].value));
  return rulesetText(byId("preset").value, [...houseChanges(byId("options")), ...ending]);
}

async function start() {
  const value = id => byId(id).value.trim();
  const kept = evening();
  const named = [0, 1].map(team => value(`team-${team}`));
  const body = { ruleset: ruleset(), teams: named, players: [0, 1, 2, 3].map(seat => value(`player-${seat}`)), first_dealer: Number(byId("dealer").value) };
  try {
    const rules = await ask("POST", "/v1/rulesets/resolve", { body: { ruleset: body.ruleset } });
    const path = kept ? `/v1/evenings/${kept.id}/scoresheets` : "/v1/scoresheets";
    const { tokens, ...view } = await ask("POST", path, { body, token: kept?.edit });
    localStorage.setItem(FAVOURITE, byId("preset").value);
    keepSheet(view.id, { edit: tokens.edit, watch: tokens.watch, view, rules: rules.options });
    opened(view.id);
  } catch (error) {
    say(error.problem ? (error.problem.errors || []).map(each => each.detail).join(" ") || error.message : words().lost);
  }
}

function known(onOpened, onEvening) {
  const words_ = words();
  const lines = sheets().filter(kept => kept.view).map(kept => {
    const open = element("button", { type: "button", className: "quiet", textContent: `${teamName(kept.view, 0)} – ${teamName(kept.view, 1)} · ${kept.view.match.totals.join(" – ")}`, onclick: () => onOpened(kept.id) });
    const forget = element("button", { type: "button", className: "quiet", textContent: words_.forget, onclick: () => (forgetSheet(kept.id), showStart(onOpened, onEvening)) });
    return element("li", { className: "row" }, open, forget);
  });
  return lines.length ? [element("h2", {}, words_.mine), element("ul", { id: "known" }, ...lines)] : [];
}

function eveningForm(onEvening) {
  const words_ = words();
  const name = element("input", { id: "evening-name", maxLength: 60, required: true, autocomplete: "off" });
  const form = element("form", { id: "open-evening" }, label(words_.eveningName, name), element("button", { className: "quiet" }, words_.openEvening));
  form.onsubmit = async event => {
    event.preventDefault();
    try {
      const { id, tokens } = await ask("POST", "/v1/evenings", { body: { name: name.value.trim() } });
      onEvening({ id, name: name.value.trim(), edit: tokens.edit, watch: tokens.watch });
    } catch (error) {
      say(error.problem ? error.message : words_.lost);
    }
  };
  return element("details", {}, element("summary", {}, words_.evening), form);
}
