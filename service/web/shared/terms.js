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
    house: "House rules",
    option: { sans_atout: "Sans atout", tout_atout: "Tout atout", annonces: "Annonces", belote_in_contract: "Belote helps to make the contract", rounding: "Rounding to tens", tie_policy: "Equal totals", capot_points: "Capot is worth", defence_capot: "Capot of the defence", counting: "What is marked", contre_multiplies: "Contre multiplies", surcontre_factor: "Surcontre multiplies by", bid_max: "Highest level", bid_step: "Levels go by", undertrump_partner: "Partner has ruffed", undertrump_opponent: "An opponent cannot be overtrumped" },
    value: { true: "yes", false: "no", none: "no", "five-up": "five goes up", "five-down": "five goes down", litige: "litige", failed: "dedans", made: "made", bonus: "counts as a capot", "points-and-bid": "points and bid", points: "points only", all: "everything", bid: "the bid", free: "anything may be played", must: "a trump all the same", "free-if-only-trumps": "a trump rises if it can, or the hand is all trumps", "rise-if-able": "a trump rises if it can", "discard-or-over": "a discard, or a higher trump" },
  },
  fr: {
    colon: " : ", language: "Langue", preset: "Règlement", contre: "Contrer", surcontre: "Surcontrer", capot: "capot",
    made: "Le contrat est réussi", failed: "Dedans !", litige: "Litige", allPass: "Tout le monde a passé",
    total: "Total", dealer: "donneur", win: who => `Partie gagnée. Vainqueur : ${who}.`, draw: "Partie nulle.",
    suit: { S: "pique", H: "cœur", D: "carreau", C: "trèfle", SA: "sans atout", TA: "tout atout" },
    reason: { "card-points": "Points de cartes", "last-trick": "Dix de der", conversion: "Conversion", capot: "Capot", dedans: "Forfait", contract: "Contrat", annonces: "Annonces", "annonces-transferred": "Annonces adverses", belote: "Belote", "belote-transferred": "Belote adverse", contre: "Contre", surcontre: "Surcontre", "litige-carried": "Litige", rounding: "Arrondi" },
    house: "Règles de la maison",
    option: { sans_atout: "Sans atout", tout_atout: "Tout atout", annonces: "Annonces", belote_in_contract: "La belote aide à faire le contrat", rounding: "Arrondi à la dizaine", tie_policy: "Égalité", capot_points: "Le capot vaut", defence_capot: "Capot de la défense", counting: "Ce que l’on marque", contre_multiplies: "Le contre multiplie", surcontre_factor: "Le surcontre multiplie par", bid_max: "Hauteur maximale", bid_step: "Les hauteurs vont de", undertrump_partner: "Le partenaire a coupé", undertrump_opponent: "L’adversaire a coupé trop haut" },
    value: { true: "oui", false: "non", none: "non", "five-up": "cinq au-dessus", "five-down": "cinq au-dessous", litige: "litige", failed: "dedans", made: "fait", bonus: "compte comme capot", "points-and-bid": "points faits et demandés", points: "points faits seuls", all: "tout", bid: "l’enchère", free: "on joue ce que l’on veut", must: "on sous-coupe", "free-if-only-trumps": "l’atout monte s’il le peut, sauf main toute d’atouts", "rise-if-able": "l’atout monte s’il le peut", "discard-or-over": "défausse ou atout plus fort" },
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
