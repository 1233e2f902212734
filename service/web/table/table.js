// The table: opening a game, following it, and playing the seats that this page holds tokens of.

import { NO_MORE, follow, pause } from "/shared/follow.js";
import { PLAY, houseChanges, offerHouse, optionsOf, renameHouse, rulesetText } from "/shared/house.js";

import { sentenceOf } from "./announce.js";
import * as api from "./api.js";
import { drawControls, moveInHand } from "./controls.js";
import { forget, keep, kept } from "./kept.js";
import { nameOf } from "./names.js";
import { choose } from "./player.js";
import { byId, element, renderBill, renderMiddle, renderPlaces, renderScore } from "./render.js";
import { cardInWords, language, setLanguage, words } from "./words.js";

const THINKING = new URLSearchParams(location.search).has("fast") ? 0 : 650;
const RETRY = 1500;
const REMEMBERED = 4;

// The game that is followed, with the tokens of this page; what was last seen of it; and what is under way: `acting` is
// the version that an action of this device rests on, `uncovered` the seat whose hand is open at a device for four.
let state = null;
let view = null;
let following = null;
let acting = null;
let uncovered = null;
let thinking = false;
let lookingBack = false;

// The options of the preset that is selected for a new game, while they are shown.
let options = null;

const isEnd = event => ["match-over", "game-ended"].includes(event.event);
const isComputer = seat => state.mode === "one" && seat !== null && seat !== state.seat;

// The seat whose hand is shown: the own one, or at one device for four the one whose turn it is.
function shownSeat() {
  return state.mode === "four" && view && view.to_act !== null ? view.to_act : state.seat;
}

// From which seat players and teams are named; none where one device is everybody's.
const own = () => (state.mode === "four" ? null : state.seat);

async function refresh(again = false) {
  const game = state;
  let seen = await api.look(game.id, game.tokens[shownSeat()]);
  if (game.mode === "four" && seen.to_act !== null && seen.to_act !== seen.seat) seen = await api.look(game.id, game.tokens[seen.to_act]);
  if (state !== game || (view && seen.version < view.version)) return;
  const known = view && seen.version === view.version && seen.seat === view.seat;
  view = seen;
  if (!known || again) draw();
  playComputers();
}

// Do it until it is done, through whatever keeps the service away; a game that is no more is left.
async function insist(work) {
  const game = state;
  while (state === game) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof api.Refused && NO_MORE.includes(error.status)) return leave();
      tell(words().lost, true);
      await pause(RETRY);
    }
  }
}

// Whether an action was taken, or overtaken by another; a refusal is told.
async function send(seat, version, action) {
  try {
    await api.act(state.id, state.tokens[seat], version, action);
    return true;
  } catch (error) {
    if (!(error instanceof api.Refused) || NO_MORE.includes(error.status) || error.isBusy) throw error;
    if (error.status === 412) return true;
    tell(error.message, true);
    return false;
  }
}

function tell(text, refused = false) {
  byId("say").textContent = text;
  byId("say").classList.toggle("refused", refused);
}

function tellEvents(events) {
  const sentences = events.map(event => sentenceOf(event, own())).filter(Boolean);
  const told = byId("told");
  told.append(...sentences.map(sentence => element("li", {}, sentence)));
  while (told.children.length > REMEMBERED) told.firstChild.remove();
}

function draw() {
  const bottom = shownSeat() ?? 0;
  byId("table").dataset.version = view.version;
  renderScore(view, own());
  renderPlaces(view, bottom, own());
  byId("uncover").hidden = !isCovered();
  byId("uncover").textContent = words().uncover(nameOf(view.seat, null));
  drawControls(isCovered() ? { ...view, hand: null, legal: null } : view, play);
  tell(sentence());
  lookBack(false);
  drawBill();
}

// At a device for four a hand stays covered until its player has the device.
const isCovered = () => state.mode === "four" && view.legal !== null && view.seat !== uncovered;

function uncover() {
  uncovered = view.seat;
  draw();
  (byId("calls").querySelector("button, select") || byId("hand").querySelector("button")).focus();
}

function sentence() {
  const say = words();
  if (view.to_act === null) return "";
  if (isCovered()) return say.passOn(nameOf(view.seat, null));
  if (!view.legal) return say.wait(nameOf(view.to_act, own()));
  const turned = !view.deal.contract && view.deal.turn_up ? `${say.turned(cardInWords(view.deal.turn_up))} ` : "";
  const turn = own() === null ? say.turnOf(nameOf(view.seat, null)) : say.yourTurn;
  return `${turned}${turn} ${view.legal.message || ""}`;
}

function lookBack(back) {
  const deal = view.deal;
  const button = byId("look-back");
  lookingBack = back;
  button.hidden = !(deal && deal.last_trick && deal.trick && deal.trick.cards.length);
  button.textContent = back ? words().lookOn : words().lookBack;
  button.setAttribute("aria-pressed", String(back));
  renderMiddle(view, shownSeat() ?? 0, back);
}

// How many deals are finished: a bill is shown until it was closed, on this device.
const finished = () => (view.last_deal ? (view.deal ? view.deal.number : Number.MAX_SAFE_INTEGER) : 0);

function drawBill() {
  const bill = byId("bill");
  if (!view.last_deal || state.billed >= finished()) return;
  renderBill(view, own());
  bill.dataset.deals = finished();
  if (!bill.open) bill.showModal();
}

async function closeBill() {
  if (!state) return;
  state.billed = Number(byId("bill").dataset.deals);
  keep(state);
  if (view.match.over) leave();
  else playComputers();
}

// An action of whoever sits at this device; a second one over the same view is a slip of the finger.
async function play(action) {
  const { seat, version } = view;
  if (acting === version) return;
  acting = version;
  try {
    if (await insist(() => send(seat, version, action))) await insist(refresh);
  } finally {
    if (acting === version) acting = null;
  }
}

// The computer players think one after the other, each over the view of its own seat.
async function playComputers() {
  if (thinking) return;
  thinking = true;
  const game = state;
  while (state === game && isComputer(view.to_act) && !byId("bill").open) {
    await pause(THINKING);
    await insist(async () => {
      if (state !== game) return;
      const seat = view.to_act;
      const seen = await api.look(game.id, game.tokens[seat]);
      if (seen.legal && seen.to_act === seat) await send(seat, seen.version, choose(seen));
      await refresh();
    });
  }
  thinking = false;
  if (state && view && state !== game) playComputers();
}

async function followGame() {
  const game = state;
  following = new AbortController();
  try {
    const path = `/v1/games/${game.id}/events`;
    const lost = () => tell(words().lost, true);
    for await (const events of follow(path, game.tokens[game.seat], view.version, following.signal, { isEnd, lost })) {
      if (state !== game) return;
      tellEvents(events);
      await insist(refresh);
    }
  } catch (error) {
    if (state === game) leave();
  }
}

async function sit(found) {
  state = found;
  view = null;
  uncovered = null;
  for (const id of ["table", "leave"]) byId(id).hidden = false;
  byId("opening").hidden = true;
  byId("told").replaceChildren();
  byId("told").setAttribute("aria-label", words().told);
  drawLinks();
  await insist(refresh);
  if (state === found) followGame();
}

function drawLinks() {
  const link = (text, hash) => element("li", {}, element("a", { href: `/table#${hash}`, target: "_blank", rel: "noopener", textContent: text }));
  const list = [link(words().watch, `game=${state.id}`)];
  if (state.mode !== "joined") {
    for (const [seat, token] of Object.entries(state.tokens)) list.push(link(words().seat(seat), `game=${state.id}&seat=${seat}&token=${token}`));
  }
  byId("link-list").replaceChildren(...list);
  byId("links").open = state.mode === "friends";
}

function leave() {
  if (following) following.abort();
  if (state) forget(state);
  state = null;
  history.replaceState(null, "", location.pathname + location.search);
  if (byId("bill").open) byId("bill").close();
  for (const id of ["table", "leave"]) byId(id).hidden = true;
  byId("opening").hidden = false;
  byId("score").textContent = "";
  listPresets();
}

function labels() {
  const say = words();
  document.documentElement.lang = language;
  byId("language").value = language;
  const texts = {
    "opening-title": say.title, "preset-label": say.preset, "house-label": say.house, "target-label": say.target, "mode-label": say.mode, "mode-one": say.one,
    "mode-friends": say.friends, "mode-four": say.four, start: say.start, leave: say.leave, "links-label": say.links, "language-label": say.language,
  };
  for (const [id, text] of Object.entries(texts)) byId(id).textContent = text;
}

async function openGame(event) {
  event.preventDefault();
  byId("opening-say").textContent = "";
  const mode = byId("opening").elements.mode.value;
  try {
    const ruleset = rulesetText(byId("preset").value, houseChanges(byId("options")));
    const opened = await api.open(ruleset, Number(byId("target").value) || undefined);
    const found = { id: opened.id, mode, seat: 0, tokens: { ...opened.tokens.seats }, billed: 0 };
    keep(found);
    await sit(found);
  } catch (error) {
    byId("opening-say").textContent = error instanceof api.Refused ? error.message : words().lost;
  }
}

async function listPresets() {
  if (options) return;
  try {
    if (!byId("preset").options.length) {
      const { rulesets } = await api.presets();
      byId("preset").replaceChildren(...rulesets.map(({ preset, title }) => element("option", { value: preset, textContent: title })));
    }
    await showHouse();
    byId("opening-say").textContent = "";
  } catch {
    byId("opening-say").textContent = words().lost;
    await pause(RETRY);
    if (!state) await listPresets();
  }
}

async function showHouse() {
  options = null;
  byId("options").replaceChildren();
  const found = await optionsOf(byId("preset"));
  if (!found) return;
  options = found;
  offerHouse(byId("options"), options, PLAY);
}

async function begin() {
  labels();
  byId("opening").addEventListener("submit", openGame);
  byId("leave").addEventListener("click", leave);
  byId("preset").addEventListener("change", () => {
    options = null;
    listPresets();
  });
  byId("uncover").addEventListener("click", uncover);
  byId("look-back").addEventListener("click", () => lookBack(!lookingBack));
  byId("hand").addEventListener("keydown", moveInHand);
  byId("bill-close").addEventListener("click", () => byId("bill").close());
  byId("bill").addEventListener("close", closeBill);
  byId("language").addEventListener("change", async event => {
    setLanguage(event.target.value);
    labels();
    if (options) renameHouse(byId("options"), options, PLAY);
    if (!state) return;
    drawLinks();
    await insist(() => refresh(true));
  });
  window.addEventListener("hashchange", () => location.hash && location.reload());
  const found = kept();
  if (found) await sit(found);
  else await listPresets();
}

begin();
