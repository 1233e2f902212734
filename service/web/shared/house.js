// The rules of the house: what a table changes of a preset, offered as selects.

import { element } from "./elements.js";
import { ask } from "./http.js";
import { terms } from "./terms.js";

export const PLAY = ["undertrump_partner", "undertrump_opponent"];

const EVERY = ["sans_atout", "tout_atout", "annonces", "belote_in_contract", "rounding", "capot_points", "defence_capot"];
const BY_AUCTION = { "turn-up": ["tie_policy"], bid: ["bid_max", "bid_step", "counting", "contre_multiplies", "surcontre_factor"] };
const NUMBERS = [80, 160, 180, 250, 320];

// The options of the preset that is selected, by name; nothing where another was selected meanwhile.
export async function optionsOf(select) {
  const preset = select.value;
  const { options } = await ask("GET", `/v1/rulesets/${preset}`);
  return select.value === preset ? Object.fromEntries(options.map(each => [each.option, each])) : null;
}

// Put the selects in their place: those of every house, those of the preset's auction, and some more.
export function offerHouse(place, options, more = []) {
  const shown = [...EVERY, ...BY_AUCTION[options.auction.value], ...more];
  place.replaceChildren(...shown.map(name => element("label", {}, element("span", {}, terms().option[name]), choiceOf(options[name]))));
}

function choiceOf({ option, value, allowed, maximum }) {
  const offered = [...(maximum === undefined ? [] : NUMBERS), ...allowed];
  const values = offered.includes(value) ? offered : [value, ...offered];
  const choices = values.map(each => element("option", { value: String(each), textContent: terms().value[String(each)] || String(each), defaultSelected: each === value }));
  return element("select", { name: option }, ...choices);
}

// The same selects in the language of now, with what was chosen.
export function renameHouse(place, options, more = []) {
  const chosen = houseSelects(place).map(select => [select.name, select.value]);
  offerHouse(place, options, more);
  for (const [name, value] of chosen) place.querySelector(`[name=${name}]`).value = value;
}

// Pairs of an option and its value, where the house differs from the preset.
export const houseChanges = place => houseSelects(place).filter(select => !select.selectedOptions[0].defaultSelected).map(select => [select.name, select.value]);

// A ruleset as text: the preset, and in brackets what differs from it.
export const rulesetText = (preset, changes) => (changes.length ? `${preset}(${changes.map(pair => pair.join("=")).join(",")})` : preset);

const houseSelects = place => [...place.querySelectorAll("select")];
