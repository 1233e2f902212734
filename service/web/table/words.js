// What the page says, in English and French. Sentences about rulings come from the service.

import { SUITS, language, terms, trumpFace } from "/shared/terms.js";

export { language, setLanguage, trumpFace } from "/shared/terms.js";

const WORDS = {
  en: {
    title: "A new game", target: "Points to win", mode: "Who plays", one: "I play one seat against the computer",
    four: "Four players at this device", start: "Deal", leave: "New game", you: "You", seat: n => `Seat ${n}`,
    cards: n => `${n} cards`, turn: "to play", yourTurn: "It is your turn.", turnOf: name => `${name} is to play.`, passOn: name => `Pass the device to ${name}.`, uncover: name => `I am ${name}: show my cards`, wait: name => `${name} is thinking…`,
    pass: "Pass", take: "Take", bid: "Bid", turned: card => `Turned up: ${card}.`,
    contract: (who, what, level, contre) => `Contract: ${what}${level ? ` ${level}` : ""}${contre}, ${who}`, sayBelote: "Say belote",
    declare: a => `Declare ${a}`,
    we: "We", they: "They", team: n => `Seats ${n} and ${n + 2}`, close: "Next deal",
    links: "Invite others, or watch on another screen", watch: "Watch", hand: "Your hand", middle: "On the table", callsLabel: "Your call", lost: "The service is away. Trying again…",
    annonce: { tierce: "a tierce", cinquante: "a cinquante", cent: "a cent", carre: "a carré" },
    rank: { 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" },
    of: " of ",
    level: "Level", friends: "I play one seat, and invite three players by link",
    trickWon: (who, points) => `Trick: ${who}, ${points} points.`, lookBack: "Last trick", lookOn: "Back to the table", told: "What happened",
    bestAnnonces: who => (who ? `Best annonces: ${who}.` : "Equal annonces: nobody scores them."),
  },
  fr: {
    title: "Nouvelle partie", target: "Points pour gagner", mode: "Qui joue", one: "Je joue contre l’ordinateur",
    four: "Quatre joueurs sur cet appareil", start: "Distribuer", leave: "Nouvelle partie", you: "Vous", seat: n => `Joueur ${n}`,
    cards: n => `${n} cartes`, turn: "à jouer", yourTurn: "À vous de jouer.", turnOf: name => `${name}, à vous de jouer.`, passOn: name => `Passez l’appareil à ${name}.`, uncover: name => `C’est moi, ${name} : montrer mes cartes`, wait: name => `${name} réfléchit…`,
    pass: "Passer", take: "Prendre", bid: "Annoncer", turned: card => `Retourne : ${card}.`,
    contract: (who, what, level, contre) => `Contrat : ${what}${level ? ` ${level}` : ""}${contre}, ${who}`, sayBelote: "Dire belote",
    declare: a => `Annoncer ${a}`,
    we: "Nous", they: "Eux", team: n => `Joueurs ${n} et ${n + 2}`, close: "Donne suivante",
    links: "Inviter, ou suivre sur un autre écran", watch: "Regarder", hand: "Votre main", middle: "Sur le tapis", callsLabel: "Votre parole", lost: "Le service ne répond pas. Nouvel essai…",
    annonce: { tierce: "une tierce", cinquante: "un cinquante", cent: "un cent", carre: "un carré" },
    rank: { 7: "sept", 8: "huit", 9: "neuf", T: "dix", J: "valet", Q: "dame", K: "roi", A: "as" },
    of: " de ",
    level: "Hauteur", friends: "Je joue, et j’invite trois joueurs par un lien",
    trickWon: (who, points) => `Pli : ${who}, ${points} points.`, lookBack: "Dernier pli", lookOn: "Retour au tapis", told: "Ce qui s’est passé",
    bestAnnonces: who => (who ? `Meilleures annonces : ${who}.` : "Annonces égales : personne ne les marque."),
  },
};

export function words() {
  return { ...terms(), ...WORDS[language] };
}

// "JH" in words: jack of hearts, valet de cœur.
export function cardInWords(card) {
  const say = words();
  return say.rank[card[0]] + say.of + say.suit[card[1]];
}

// "JH" as it is drawn: rank and suit symbol.
export function cardFace(card) {
  return [card[0] === "T" ? "10" : card[0], SUITS[card[1]]];
}

// A call in words: "bid 100 hearts", « prendre cœur ».
export function callInWords({ call, level, trump }) {
  const say = words();
  return [say[call], level === "capot" ? say.capot : level, trump && say.suit[trump]].filter(Boolean).join(" ").toLowerCase();
}
