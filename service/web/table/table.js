// The table: opening a game, following it, and playing the seats that this page holds tokens of.

import * as api from "./api.js";
import { choose } from "./player.js";
import { byId, callText, cardElement, element, nameOf, renderBill, renderMiddle, renderPlaces, renderScore } from "./render.js";
import { cardInWords, language, setLanguage, trumpFace, words } from "./words.js";

const STORED = "belote-table";
const THINKING = new URLSearchParams(location.search).has("fast") ? 0 : 650;

// What this page knows: the game, the tokens that it holds, who plays them, and the last bill that was looked at.
let state = null;
let view = null;
let acting = false;

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const save = () => localStorage.setItem(STORED, JSON.stringify(state));

function restore() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.has("game")) {
    const seat = link.has("seat") ? Number(link.get("seat")) : null;
    return { id: link.get("game"), mode: "joined", seat, tokens: seat === null ? {} : { [seat]: link.get("token") }, billed: -1 };
  }
  return JSON.parse(localStorage.getItem(STORED) || "null");
}

// The seat whose hand is shown: the own one, or at one device for four the one whose turn it is.
function shownSeat() {
  return state.mode === "four" && view && view.to_act !== null ? view.to_act : state.seat;
}

function isComputer(seat) {
  return state.mode === "one" && seat !== null && seat !== state.seat;
}

async function refresh() {
  const seat = shownSeat();
  view = await api.look(state.id, state.tokens[seat]);
  if (state.mode === "four" && view.to_act !== null && view.to_act !== seat) view = await api.look(state.id, state.tokens[view.to_act]);
  draw();
}

async function send(seat, version, action) {
  try {
    await api.act(state.id, state.tokens[seat], version, action);
    return true;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (error.status !== 412) tell(error.message, true);
    return false;
  }
}

function tell(text, refused = false) {
  byId("say").textContent = text;
  byId("say").classList.toggle("refused", refused);
}

function draw() {
  const bottom = shownSeat() ?? 0;
  byId("table").dataset.version = view.version;
  renderScore(view);
  renderPlaces(view, bottom);
  renderMiddle(view, bottom);
  drawCalls();
  drawWords();
  drawHand();
  tell(sentence());
  drawBill();
}

function sentence() {
  const say = words();
  if (view.to_act === null) return "";
  if (!view.legal) return say.wait(nameOf(view.to_act, view.seat));
  const turned = !view.deal.contract && view.deal.turn_up ? `${say.turned(cardInWords(view.deal.turn_up))} ` : "";
  return `${turned}${say.yourTurn} ${view.legal.message || ""}`;
}

function drawCalls() {
  const box = byId("calls");
  box.setAttribute("aria-label", words().callsLabel);
  box.replaceChildren();
  if (!view.legal || view.legal.action !== "call") return;
  for (const call of view.legal.calls) {
    if (call.call === "bid") drawBids(box, call);
    else box.append(callButton(call));
  }
}

function callButton(call) {
  const button = element("button", { type: "button", textContent: callText(call) });
  button.dataset.call = call.call;
  if (call.trump) {
    button.dataset.trump = call.trump;
    button.setAttribute("aria-label", `${words()[call.call]} ${words().suit[call.trump]}`);
  }
  button.addEventListener("click", () => play({ action: "call", call: call.call, ...(call.trump ? { trump: call.trump } : {}) }));
  return button;
}

function drawBids(box, bids) {
  const levels = [];
  if (bids.min !== null) for (let level = bids.min; level <= (bids.max ?? bids.min + 100); level += bids.step) levels.push(level);
  if (bids.capot) levels.push("capot");
  const select = element("select", { id: "level" }, ...levels.map(level => element("option", { value: level, textContent: level })));
  select.setAttribute("aria-label", words().level);
  box.append(select);
  for (const trump of bids.trumps) {
    const button = element("button", { type: "button", textContent: `${words().bid} ${trumpFace(trump)}` });
    button.dataset.call = "bid";
    button.dataset.trump = trump;
    button.setAttribute("aria-label", `${words().bid} ${words().suit[trump]}`);
    button.addEventListener("click", () => {
      const level = select.value === "capot" ? "capot" : Number(select.value);
      play({ action: "call", call: "bid", level, trump });
    });
    box.append(button);
  }
}

function drawWords() {
  const box = byId("words");
  box.replaceChildren();
  if (!view.legal || view.legal.action !== "play") return;
  if (view.legal.belote.length) box.append(choice("say-belote", words().sayBelote));
  view.legal.annonces.forEach((annonce, index) => {
    const label = `${words().annonce[annonce.kind]} (${annonce.cards.map(cardInWords).join(", ")})`;
    box.append(choice(`declare-${index}`, words().declare(label)));
  });
}

function choice(id, text) {
  return element("label", {}, element("input", { type: "checkbox", id, checked: true }), ` ${text}`);
}

function drawHand() {
  const box = byId("hand");
  box.setAttribute("aria-label", words().hand);
  const playing = view.legal && view.legal.action === "play";
  const cards = (view.hand || []).map((card, index) => {
    const button = cardElement(card, "button");
    const legal = playing && view.legal.cards.includes(card);
    button.type = "button";
    button.tabIndex = index ? -1 : 0;
    button.classList.add(legal ? "legal" : playing ? "illegal" : "waiting");
    if (playing && !legal) {
      button.title = view.legal.message;
      button.setAttribute("aria-description", view.legal.message);
    }
    if (playing) button.addEventListener("click", () => play(playOf(card)));
    return button;
  });
  box.replaceChildren(...cards);
}

function playOf(card) {
  const ticked = id => Boolean(byId(id)?.checked);
  const annonces = view.legal.annonces
    .filter((_, index) => ticked(`declare-${index}`))
    .map(({ kind, top, suit }) => ({ kind, top, ...(suit ? { suit } : {}) }));
  return { action: "play", card, belote: view.legal.belote.includes(card) && ticked("say-belote"), ...(annonces.length ? { annonces } : {}) };
}

function drawBill() {
  const finished = view.last_deal && view.deal ? view.deal.number : view.last_deal ? Number.MAX_SAFE_INTEGER : 0;
  if (!view.last_deal || state.billed >= finished) return;
  renderBill(view);
  if (!byId("bill").open) byId("bill").showModal();
  state.billed = finished;
  save();
}

// An action of whoever sits at this device.
async function play(action) {
  if (acting) return;
  acting = true;
  try {
    if (await send(view.seat, view.version, action)) await refresh();
  } finally {
    acting = false;
  }
}

// The computer players think one after the other, each over the view of its own seat.
async function playComputers() {
  while (state && !acting && view.to_act !== null && isComputer(view.to_act) && !byId("bill").open) {
    await pause(THINKING);
    const seat = view.to_act;
    const own = await api.look(state.id, state.tokens[seat]);
    if (own.legal && own.to_act === seat) await send(seat, own.version, choose(own));
    await refresh();
  }
}

async function follow() {
  const followed = state;
  while (state === followed) {
    try {
      await playComputers();
      if (state !== followed || !view) return;
      if (view.to_act === null) return;
      if (byId("bill").open) {
        await pause(100);
        continue;
      }
      const { events } = await api.news(state.id, state.tokens[state.seat], view.version);
      if (events.length && !acting) await refresh();
    } catch (error) {
      if (error instanceof api.Refused && error.status === 404) return leave();
      tell(words().lost, true);
      await pause(1500);
    }
  }
}

async function sit(found) {
  state = found;
  view = null;
  byId("opening").hidden = true;
  byId("table").hidden = false;
  byId("leave").hidden = false;
  drawLinks();
  await refresh();
  follow();
}

function drawLinks() {
  const link = (text, hash) => element("li", {}, element("a", { href: `/table#${hash}`, target: "_blank", rel: "noopener", textContent: text }));
  const list = [link(words().watch, `game=${state.id}`)];
  if (state.mode !== "joined") {
    for (const [seat, token] of Object.entries(state.tokens)) list.push(link(words().seat(seat), `game=${state.id}&seat=${seat}&token=${token}`));
  }
  byId("link-list").replaceChildren(...list);
}

function leave() {
  state = null;
  localStorage.removeItem(STORED);
  history.replaceState(null, "", location.pathname + location.search);
  byId("table").hidden = true;
  byId("leave").hidden = true;
  byId("opening").hidden = false;
  byId("score").textContent = "";
}

function labels() {
  const say = words();
  document.documentElement.lang = language;
  byId("language").value = language;
  const texts = { "opening-title": say.title, "preset-label": say.preset, "target-label": say.target, "mode-label": say.mode, "mode-one": say.one, "mode-four": say.four, start: say.start, leave: say.leave, "links-label": say.links, "language-label": say.language };
  for (const [id, text] of Object.entries(texts)) byId(id).textContent = text;
}

function moveInHand(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const cards = [...byId("hand").children];
  const next = cards[(cards.indexOf(document.activeElement) + step + cards.length) % cards.length];
  if (next) next.focus();
  event.preventDefault();
}

async function openGame(event) {
  event.preventDefault();
  const mode = byId("opening").elements.mode.value;
  const opened = await api.open(byId("preset").value, Number(byId("target").value) || undefined);
  const found = { id: opened.id, mode, seat: 0, tokens: { ...opened.tokens.seats }, billed: 0 };
  localStorage.setItem(STORED, JSON.stringify(found));
  await sit(found);
}

async function begin() {
  labels();
  byId("opening").addEventListener("submit", openGame);
  byId("leave").addEventListener("click", leave);
  byId("hand").addEventListener("keydown", moveInHand);
  byId("bill-close").addEventListener("click", () => byId("bill").close());
  byId("bill").addEventListener("close", () => (view && view.match.over ? leave() : undefined));
  byId("language").addEventListener("change", async event => {
    setLanguage(event.target.value);
    labels();
    if (state) await refresh();
  });
  const { rulesets } = await api.presets();
  byId("preset").replaceChildren(...rulesets.map(({ preset, title }) => element("option", { value: preset, textContent: title })));
  const found = restore();
  if (found) await sit(found).catch(leave);
}

begin();
