// What a computer player knows of cards: which are trumps, what they are worth, and which holds a trick.

const TRUMP_ORDER = "78QKTA9J";
const PLAIN_ORDER = "789JQKTA";
const TRUMP_WORTH = { J: 20, 9: 14, A: 11, T: 10, K: 4, Q: 3 };
const PLAIN_WORTH = { A: 11, T: 10, K: 4, Q: 3, J: 2 };

export const isTrump = (card, trump) => card[1] === trump || trump === "TA";

export function cardWorth(card, trump) {
  return (isTrump(card, trump) ? TRUMP_WORTH : PLAIN_WORTH)[card[0]] || 0;
}

export function cardPower(card, trump) {
  return (isTrump(card, trump) ? TRUMP_ORDER : PLAIN_ORDER).indexOf(card[0]);
}

// Whether a card beats the one that holds the trick: a higher one of its suit, or a trump over a plain card.
export function beats(card, winning, trump) {
  if (card[1] === winning[1]) return cardPower(card, trump) > cardPower(winning, trump);
  return card[1] === trump;
}

// The place in a trick of the card that holds it.
export function holderOf(trick, trump) {
  return trick.reduce((holder, card, place) => (beats(card, trick[holder], trump) ? place : holder), 0);
}
