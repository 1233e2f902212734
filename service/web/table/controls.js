// What the one who sits here can do: calls, words to say, and cards. Each control hands an action to `act`.

import { declared } from "./player.js";
import { byId, callText, cardElement, element } from "./render.js";
import { cardInWords, trumpFace, words } from "./words.js";

const LEVELS = 11;

export function drawControls(view, act) {
  const focused = placeOfFocus();
  drawCalls(view, act);
  drawWords(view);
  drawHand(view, act);
  if (focused !== null) focusAgain(focused);
}

// Where the focus is in what is drawn anew: a place in the hand, or "calls"; null elsewhere.
function placeOfFocus() {
  const active = document.activeElement;
  if (byId("calls").contains(active)) return "calls";
  return byId("hand").contains(active) ? [...byId("hand").children].indexOf(active) : null;
}

function focusAgain(place) {
  const cards = [...byId("hand").children];
  const call = place === "calls" && byId("calls").querySelector("button, select");
  const card = typeof place === "number" ? cards[Math.min(place, cards.length - 1)] : cards[0];
  const target = call || card;
  if (target) target.focus();
}

function drawCalls(view, act) {
  const box = byId("calls");
  box.setAttribute("aria-label", words().callsLabel);
  box.replaceChildren();
  if (!view.legal || view.legal.action !== "call") return;
  for (const call of view.legal.calls) {
    if (call.call === "bid") drawBids(box, call, act);
    else box.append(callButton(call, callText(call), () => act({ action: "call", ...call })));
  }
}

function callButton({ call, trump }, textContent, onclick) {
  const button = element("button", { type: "button", textContent, onclick });
  button.dataset.call = call;
  if (trump) {
    if ("HD".includes(trump)) button.classList.add("red-suit");
    button.dataset.trump = trump;
    button.setAttribute("aria-label", `${words()[call]} ${words().suit[trump]}`);
  }
  return button;
}

// A bid is a level and a trump; where the rules name no highest level the list ends after some steps.
function drawBids(box, { min, max, step, capot, trumps }, act) {
  const steps = min === null ? 0 : Math.min(LEVELS, max === null ? LEVELS : Math.floor((max - min) / step) + 1);
  const levels = [...Array.from({ length: steps }, (_, index) => min + index * step), ...(capot ? ["capot"] : [])];
  const select = element("select", { id: "level" }, ...levels.map(level => element("option", { value: level }, String(level))));
  select.setAttribute("aria-label", words().level);
  box.append(element("label", {}, `${words().bid} `, select));
  for (const trump of trumps) {
    const bid = () => act({ action: "call", call: "bid", level: select.value === "capot" ? "capot" : Number(select.value), trump });
    box.append(callButton({ call: "bid", trump }, trumpFace(trump), bid));
  }
}

function drawWords(view) {
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

// An illegal card stays a button: whoever asks for it is told why it cannot be played, by the service.
function drawHand(view, act) {
  const box = byId("hand");
  box.setAttribute("aria-label", words().hand);
  const playing = view.legal && view.legal.action === "play";
  const cards = (view.hand || []).map((card, index) => {
    const button = cardElement(card, "button");
    const legal = playing && view.legal.cards.includes(card);
    Object.assign(button, { type: "button", tabIndex: index ? -1 : 0 });
    button.classList.add(legal ? "legal" : playing ? "illegal" : "waiting");
    if (playing && !legal) {
      button.title = view.legal.message;
      button.setAttribute("aria-description", view.legal.message);
    }
    if (playing) button.onclick = () => act(playOf(view, card));
    return button;
  });
  box.replaceChildren(...cards);
}

function playOf(view, card) {
  const ticked = id => Boolean(byId(id)?.checked);
  const annonces = view.legal.annonces.filter((_, index) => ticked(`declare-${index}`)).map(declared);
  const belote = view.legal.belote.includes(card) && ticked("say-belote");
  return { action: "play", card, belote, ...(annonces.length ? { annonces } : {}) };
}

// One card of the hand is reached by Tab, the others by the arrows.
export function moveInHand(event) {
  const cards = [...byId("hand").children];
  const here = cards.indexOf(document.activeElement);
  const places = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: cards.length - 1 };
  if (!(event.key in places) || !cards.length) return;
  const next = cards[(places[event.key] + cards.length) % cards.length];
  for (const card of cards) card.tabIndex = card === next ? 0 : -1;
  next.focus();
  event.preventDefault();
}
