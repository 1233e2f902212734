// A simple, honest computer player: it is given the view of its own seat, and nothing more.

const TRUMP_WORTH = { J: 20, 9: 14, A: 11, T: 10, K: 4, Q: 3, 8: 0, 7: 0 };
const PLAIN_WORTH = { A: 11, T: 10, K: 4, Q: 3, J: 2, 9: 0, 8: 0, 7: 0 };

const worth = (card, trump) => (card[1] === trump || trump === "TA" ? TRUMP_WORTH : PLAIN_WORTH)[card[0]];

// What a hand promises with a trump: its trump points, its aces, and its length.
export function promise(hand, trump) {
  const trumps = hand.filter(card => card[1] === trump);
  const aces = hand.filter(card => card[0] === "A" && card[1] !== trump).length;
  return trumps.reduce((sum, card) => sum + worth(card, trump), 0) + 8 * trumps.length + 11 * aces;
}

function chooseCall(view) {
  const calls = view.legal.calls;
  const turned = view.deal.turn_up;
  const pass = calls.find(call => call.call === "pass");
  const open = calls.filter(call => call.call === "take").map(call => {
    const trump = call.trump || turned[1];
    const hand = call.trump ? view.hand : [...view.hand, turned];
    return { call, worth: promise(hand, trump) };
  });
  const bids = calls.find(call => call.call === "bid");
  if (bids && bids.min !== null) {
    for (const trump of bids.trumps) {
      const value = promise(view.hand, trump);
      if (value >= bids.min - 10) open.push({ call: { call: "bid", level: bids.min, trump }, worth: value });
    }
  }
  open.sort((one, other) => other.worth - one.worth);
  const best = open[0];
  if (best && (!pass || best.worth >= (best.call.call === "bid" ? 75 : 55))) return { action: "call", ...stripped(best.call) };
  return { action: "call", ...stripped(pass || calls[0]) };
}

function stripped({ call, level, trump }) {
  return { call, ...(level === undefined ? {} : { level }), ...(trump === undefined ? {} : { trump }) };
}

function chooseCard(view) {
  const { cards, annonces, belote } = view.legal;
  const trump = view.deal.contract.trump;
  const trick = view.deal.trick.cards;
  const sorted = [...cards].sort((one, other) => worth(one, trump) - worth(other, trump));
  const partnerMayWin = trick.length >= 2;
  const card = trick.length === 0 || partnerMayWin ? sorted[sorted.length - 1] : sorted[0];
  const declared = annonces.map(({ kind, top, suit }) => ({ kind, top, ...(suit ? { suit } : {}) }));
  return { action: "play", card, belote: belote.includes(card), ...(declared.length ? { annonces: declared } : {}) };
}

export function choose(view) {
  return view.legal.action === "call" ? chooseCall(view) : chooseCard(view);
}
