// A simple, honest computer player: it is given the view of its own seat, and nothing more.

import { cardPower, cardWorth, holderOf, isTrump } from "./cards.js";

const TAKES = 55;
const BIDS = 66;
const ENOUGH = 10;

// What a hand promises with a trump: its trump points, its aces, and its length.
export function promise(hand, trump) {
  const trumps = hand.filter(card => isTrump(card, trump)).length;
  const aces = hand.filter(card => card[0] === "A" && !isTrump(card, trump)).length;
  const points = hand.reduce((sum, card) => sum + (isTrump(card, trump) ? cardWorth(card, trump) : 0), 0);
  return trump === "TA" ? points : points + 8 * trumps + 11 * aces;
}

// Calls with what they promise. A turned card comes to the hand with the take.
function offers(view) {
  const { calls } = view.legal;
  const turned = view.deal.turn_up;
  const found = calls
    .filter(({ call }) => call === "take")
    .map(({ trump }) => ({ call: "take", trump, worth: promise([...view.hand, turned], trump || turned[1]) - TAKES }));
  const bids = calls.find(({ call }) => call === "bid");
  if (!bids || bids.min === null) return found;
  for (const trump of bids.trumps) {
    const worth = promise(view.hand, trump);
    found.push({ call: "bid", level: bids.min, trump, worth: worth - Math.max(BIDS, bids.min - ENOUGH) });
  }
  return found;
}

function chooseCall(view) {
  const pass = view.legal.calls.find(({ call }) => call === "pass");
  const [best] = offers(view).sort((one, other) => other.worth - one.worth);
  const { call, level, trump } = best && (!pass || best.worth >= 0) ? best : pass || view.legal.calls[0];
  return { action: "call", call, ...(level === undefined ? {} : { level }), ...(trump ? { trump } : {}) };
}

// A lead: a trump that cannot lose if the own side took, or an ace, or the card that gives least away.
function lead(view, cards) {
  const { taker, trump } = view.deal.contract;
  const ours = (taker & 1) === (view.seat & 1);
  const best = ours && cards.find(card => isTrump(card, trump) && card[0] === "J");
  return best || cards.find(card => card[0] === "A" && !isTrump(card, trump)) || cheapest(cards, trump);
}

// A card to a trick: points to the partner who holds it, the cheapest card that wins, or the cheapest of all.
function follow(view, cards) {
  const { trump } = view.deal.contract;
  const { leader, cards: trick } = view.deal.trick;
  const holder = holderOf(trick, trump);
  const winning = trick[holder];
  const last = trick.length === 3;
  const partnerHolds = ((leader + holder) & 1) === (view.seat & 1);
  if (partnerHolds && (last || winning[0] === "A" || isTrump(winning, trump))) {
    const plain = cards.filter(card => !isTrump(card, trump));
    return plain.length ? dearest(plain, trump) : cheapest(cards, trump);
  }
  const winners = cards.filter(card => holderOf([...trick, card], trump) === trick.length);
  const sure = winners.filter(card => last || isTrump(card, trump) || card[0] === "A");
  return cheapest(sure.length ? sure : cards, trump);
}

// Trumps count as dearer than they score: they win tricks yet.
const price = (card, trump) => cardWorth(card, trump) + cardPower(card, trump) / 10 + (isTrump(card, trump) && trump !== "TA" ? 5 : 0);
const cheapest = (cards, trump) => [...cards].sort((one, other) => price(one, trump) - price(other, trump))[0];
const dearest = (cards, trump) => [...cards].sort((one, other) => price(other, trump) - price(one, trump))[0];

// An annonce of the view as an action says it.
export function declared({ kind, top, suit }) {
  return { kind, top, ...(suit ? { suit } : {}) };
}

function chooseCard(view) {
  const { cards, annonces, belote } = view.legal;
  const card = (view.deal.trick && view.deal.trick.cards.length ? follow : lead)(view, cards);
  return { action: "play", card, belote: belote.includes(card), ...(annonces.length ? { annonces: annonces.map(declared) } : {}) };
}

export function choose(view) {
  return view.legal.action === "call" ? chooseCall(view) : chooseCard(view);
}
