// Events in words, for whoever listens and for whoever looked away.

import { nameOf, teamOf } from "./names.js";
import { callInWords, cardInWords, words } from "./words.js";

const says = (seat, own) => `${nameOf(seat, own)}${words().colon}`;

const SENTENCES = {
  "call-made": (event, own) => `${says(event.seat, own)}${callInWords(event)}.`,
  "card-played": (event, own) => `${says(event.seat, own)}${cardInWords(event.card)}.`,
  "annonces-declared": (event, own) => `${says(event.seat, own)}${event.kinds.map(kind => words().annonce[kind]).join(", ")}.`,
  "belote-said": (event, own) => `${says(event.seat, own)}« ${event.word} ».`,
  "trick-won": (event, own) => words().trickWon(nameOf(event.winner, own), event.points),
  "annonces-compared": (event, own) => words().bestAnnonces(event.winner === null ? null : teamOf(event.winner, own)),
  "annonces-shown": (event, own) =>
    event.shown.map(item => `${says(item.seat, own)}${words().annonce[item.kind]} (${item.cards.map(cardInWords).join(", ")}).`).join(" "),
};

// What an event is told as; null for one that the page shows otherwise.
export function sentenceOf(event, own) {
  const sentence = SENTENCES[event.event];
  return (sentence && sentence(event, own)) || null;
}
