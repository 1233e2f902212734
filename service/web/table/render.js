// Drawing a view. Nothing is decided here: what is legal, and why, is what the service said.

import { billHead, billLines, billSum } from "/shared/bill.js";
import { byId, element } from "/shared/elements.js";

import { nameOf, teamOf } from "./names.js";
import { cardFace, cardInWords, trumpFace, words } from "./words.js";

export { byId, element } from "/shared/elements.js";

export function cardElement(card, tag = "div") {
  const [rank, suit] = cardFace(card);
  const corner = place => element("span", { className: place, ariaHidden: "true" }, rank);
  const face = [corner("rank"), element("span", { className: "suit" }, suit), corner("rank foot")];
  const made = element(tag, { className: `card${"HD".includes(card[1]) ? " red" : ""}` }, ...face);
  made.dataset.card = card;
  made.setAttribute("aria-label", cardInWords(card));
  if (tag === "div") made.setAttribute("role", "img");
  return made;
}

export function renderPlaces(view, bottom, own) {
  const say = words();
  for (let place = 0; place < 4; place += 1) {
    const seat = (bottom + place) % 4;
    const box = byId(`place-${place}`);
    const turn = view.to_act === seat;
    box.classList.toggle("turn", turn);
    const count = view.deal ? say.cards(view.deal.counts[seat]) : "";
    const notes = [count, view.deal && view.deal.dealer === seat ? say.dealer : "", turn ? say.turn : ""].filter(Boolean).join(" · ");
    box.replaceChildren(nameOf(seat, own), element("small", {}, notes));
    const called = view.deal && !view.deal.contract && [...view.deal.calls].reverse().find(call => call.seat === seat);
    if (called) box.append(element("small", {}, callText(called)));
    const said = view.deal ? saidBy(view.deal, seat) : "";
    if (said) box.append(element("small", { className: "said" }, said));
  }
}

// The annonces and words of belotes that a seat has said in this deal.
function saidBy(deal, seat) {
  const kinds = deal.annonces.declared.filter(item => item.seat === seat).flatMap(item => item.kinds);
  const belotes = deal.belotes.filter(item => item.seat === seat).map(item => item.word);
  return [...kinds.map(kind => words().annonce[kind]), ...belotes].join(" · ");
}

export function callText({ call, level, trump }) {
  const say = words();
  const text = call === "bid" ? (level === "capot" ? say.capot : String(level)) : say[call];
  return trump ? `${text} ${trumpFace(trump)}` : text;
}

// The trick on the table; the last one where the table is empty, or on looking back.
export function renderMiddle(view, bottom, lookingBack) {
  const middle = byId("middle");
  middle.setAttribute("aria-label", words().middle);
  const before = new Set([...middle.children].map(card => card.dataset.card));
  middle.replaceChildren();
  const deal = view.deal;
  if (!deal) return;
  if (!deal.contract && deal.turn_up) {
    middle.append(cardElement(deal.turn_up));
    return;
  }
  const open = deal.trick && deal.trick.cards.length > 0;
  const shown = open && !(lookingBack && deal.last_trick) ? deal.trick : deal.last_trick;
  middle.classList.toggle("past", shown === deal.last_trick && shown !== null);
  if (!shown) return;
  shown.cards.forEach((card, index) => {
    const seat = (shown.leader + index) % 4;
    const drawn = cardElement(card);
    drawn.classList.add(`at-${(seat - bottom + 4) % 4}`);
    if (!before.has(card)) drawn.classList.add("new");
    if (shown.winner === seat) drawn.classList.add("won");
    middle.append(drawn);
  });
}

export function renderScore(view, own) {
  const say = words();
  const { totals, carried } = view.match;
  const deal = view.deal;
  const parts = totals.map((points, team) => `${teamOf(team, own)} ${points}`);
  if (carried) parts.push(`+ ${carried}`);
  if (deal && deal.contract) {
    const { taker, trump, level, contre } = deal.contract;
    const doubled = { 1: "", 2: ` (${say.contre})`, 4: ` (${say.surcontre})` }[contre];
    parts.push(say.contract(nameOf(taker, own), trumpFace(trump), level, doubled));
  }
  byId("score").textContent = parts.join(" · ");
  byId("score").dataset.totals = totals.join(" ");
}

export function renderBill(view, own) {
  const say = words();
  const deal = view.last_deal;
  byId("bill-title").textContent = deal.outcome === "all-pass" ? say.allPass : say[deal.outcome] || say.allPass;
  const teams = [0, 1].map(team => teamOf(team, own));
  byId("bill-lines").replaceChildren(billHead(teams), ...billLines(deal.lines || []));
  byId("bill-sums").replaceChildren(billSum("=", deal.scores || [0, 0]), billSum(say.total, view.match.totals));
  const { over, winner } = view.match;
  byId("bill-match").textContent = over ? (winner === null ? say.draw : say.win(teamOf(winner, own))) : "";
  byId("bill-close").textContent = over ? say.leave : say.close;
}
