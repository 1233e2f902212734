// The language of the pages, and the terms of the game in English and French. Sentences about rulings come from the
// service.

export const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const TERMS = {
  en: {
    colon: ": ", language: "Language", preset: "Rules", contre: "Contre", surcontre: "Surcontre", capot: "capot",
    made: "The contract is made", failed: "The contract has failed", litige: "Litige", allPass: "Everybody passed",
    total: "Total", dealer: "dealer", win: who => `The match is won. Winner: ${who}.`, draw: "The match is a draw.",
    suit: { S: "spades", H: "hearts", D: "diamonds", C: "clubs", SA: "sans atout", TA: "tout atout" },
    reason: { "card-points": "Card points", "last-trick": "Last trick", conversion: "Conversion", capot: "Capot", dedans: "Flat points", contract: "Contract", annonces: "Annonces", "annonces-transferred": "Annonces of the other team", belote: "Belote", "belote-transferred": "Belote of the other team", contre: "Contre", surcontre: "Surcontre", "litige-carried": "Held over", rounding: "Rounding" },
  },
  fr: {
    colon: " : ", language: "Langue", preset: "Règlement", contre: "Contrer", surcontre: "Surcontrer", capot: "capot",
    made: "Le contrat est réussi", failed: "Dedans !", litige: "Litige", allPass: "Tout le monde a passé",
    total: "Total", dealer: "donneur", win: who => `Partie gagnée. Vainqueur : ${who}.`, draw: "Partie nulle.",
    suit: { S: "pique", H: "cœur", D: "carreau", C: "trèfle", SA: "sans atout", TA: "tout atout" },
    reason: { "card-points": "Points de cartes", "last-trick": "Dix de der", conversion: "Conversion", capot: "Capot", dedans: "Forfait", contract: "Contrat", annonces: "Annonces", "annonces-transferred": "Annonces adverses", belote: "Belote", "belote-transferred": "Belote adverse", contre: "Contre", surcontre: "Surcontre", "litige-carried": "Litige", rounding: "Arrondi" },
  },
};

const STORED = "belote-language";

export let language = localStorage.getItem(STORED) || (navigator.language.startsWith("fr") ? "fr" : "en");

export function setLanguage(name) {
  language = name;
  localStorage.setItem(STORED, name);
}

export const terms = () => TERMS[language];

export const trumpFace = trump => SUITS[trump] || terms().suit[trump];
