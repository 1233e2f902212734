// What the page says, in English and French. Sentences about rulings come from the service.

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const WORDS = {
  en: {
    title: "A new game", colon: ": ", preset: "Rules", target: "Points to win", mode: "Who plays", one: "I play one seat against the computer",
    four: "Four players at this device", start: "Deal", leave: "New game", language: "Language", you: "You", seat: n => `Seat ${n}`,
    cards: n => `${n} cards`, turn: "to play", yourTurn: "It is your turn.", turnOf: name => `${name} is to play.`, wait: name => `${name} is thinking…`,
    pass: "Pass", take: "Take", bid: "Bid", contre: "Contre", surcontre: "Surcontre", capot: "capot", turned: card => `Turned up: ${card}.`,
    contract: (who, what, level, contre) => `Contract: ${what}${level ? ` ${level}` : ""}${contre}, ${who}`, sayBelote: "Say belote",
    declare: a => `Declare ${a}`, made: "The contract is made", failed: "The contract has failed", litige: "Litige", allPass: "Everybody passed",
    total: "Total", we: "We", they: "They", team: n => `Seats ${n} and ${n + 2}`, close: "Next deal", win: who => `The match is won. Winner: ${who}.`, draw: "The match is a draw.",
    links: "Invite others, or watch on another screen", watch: "Watch", hand: "Your hand", middle: "On the table", callsLabel: "Your call", lost: "The service is away. Trying again…",
    annonce: { tierce: "a tierce", cinquante: "a cinquante", cent: "a cent", carre: "a carré" }, dealer: "dealer",
    rank: { 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" },
    suit: { S: "spades", H: "hearts", D: "diamonds", C: "clubs", SA: "sans atout", TA: "tout atout" }, of: " of ",
    reason: { "card-points": "Card points", "last-trick": "Last trick", conversion: "Conversion", capot: "Capot", dedans: "Flat points", contract: "Contract", annonces: "Annonces", "annonces-transferred": "Annonces of the other team", belote: "Belote", "belote-transferred": "Belote of the other team", contre: "Contre", surcontre: "Surcontre", "litige-carried": "Held over", rounding: "Rounding" },
    level: "Level", friends: "I play one seat, and invite three players by link",
    trickWon: (who, points) => `Trick: ${who}, ${points} points.`, lookBack: "Last trick", lookOn: "Back to the table", told: "What happened",
    bestAnnonces: who => (who ? `Best annonces: ${who}.` : "Equal annonces: nobody scores them."),
  },
  fr: {
    title: "Nouvelle partie", colon: " : ", preset: "Règlement", target: "Points pour gagner", mode: "Qui joue", one: "Je joue contre l’ordinateur",
    four: "Quatre joueurs sur cet appareil", start: "Distribuer", leave: "Nouvelle partie", language: "Langue", you: "Vous", seat: n => `Joueur ${n}`,
    cards: n => `${n} cartes`, turn: "à jouer", yourTurn: "À vous de jouer.", turnOf: name => `${name}, à vous de jouer.`, wait: name => `${name} réfléchit…`,
    pass: "Passer", take: "Prendre", bid: "Annoncer", contre: "Contrer", surcontre: "Surcontrer", capot: "capot", turned: card => `Retourne : ${card}.`,
    contract: (who, what, level, contre) => `Contrat : ${what}${level ? ` ${level}` : ""}${contre}, ${who}`, sayBelote: "Dire belote",
    declare: a => `Annoncer ${a}`, made: "Le contrat est réussi", failed: "Dedans !", litige: "Litige", allPass: "Tout le monde a passé",
    total: "Total", we: "Nous", they: "Eux", team: n => `Joueurs ${n} et ${n + 2}`, close: "Donne suivante", win: who => `Partie gagnée. Vainqueur : ${who}.`, draw: "Partie nulle.",
    links: "Inviter, ou suivre sur un autre écran", watch: "Regarder", hand: "Votre main", middle: "Sur le tapis", callsLabel: "Votre parole", lost: "Le service ne répond pas. Nouvel essai…",
    annonce: { tierce: "une tierce", cinquante: "un cinquante", cent: "un cent", carre: "un carré" }, dealer: "donneur",
    rank: { 7: "sept", 8: "huit", 9: "neuf", T: "dix", J: "valet", Q: "dame", K: "roi", A: "as" },
    suit: { S: "pique", H: "cœur", D: "carreau", C: "trèfle", SA: "sans atout", TA: "tout atout" }, of: " de ",
    reason: { "card-points": "Points de cartes", "last-trick": "Dix de der", conversion: "Conversion", capot: "Capot", dedans: "Forfait", contract: "Contrat", annonces: "Annonces", "annonces-transferred": "Annonces adverses", belote: "Belote", "belote-transferred": "Belote adverse", contre: "Contre", surcontre: "Surcontre", "litige-carried": "Litige", rounding: "Arrondi" },
    level: "Hauteur", friends: "Je joue, et j’invite trois joueurs par un lien",
    trickWon: (who, points) => `Pli : ${who}, ${points} points.`, lookBack: "Dernier pli", lookOn: "Retour au tapis", told: "Ce qui s’est passé",
    bestAnnonces: who => (who ? `Meilleures annonces : ${who}.` : "Annonces égales : personne ne les marque."),
  },
};

const STORED = "belote-language";

export let language = localStorage.getItem(STORED) || (navigator.language.startsWith("fr") ? "fr" : "en");

export function setLanguage(name) {
  language = name;
  localStorage.setItem(STORED, name);
}

export function words() {
  return WORDS[language];
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

export function trumpFace(trump) {
  return SUITS[trump] || words().suit[trump];
}

// A call in words: "bid 100 hearts", « prendre cœur ».
export function callInWords({ call, level, trump }) {
  const say = words();
  return [say[call], level === "capot" ? say.capot : level, trump && say.suit[trump]].filter(Boolean).join(" ").toLowerCase();
}
