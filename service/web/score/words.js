// What the page says, in English and French. Refusals come from the service, in the language of the page.

import { language, terms } from "/shared/terms.js";

const WORDS = {
  en: {
    title: "Score sheet", start: "Start the sheet", team: n => `Team ${n + 1}`, seat: n => `Player ${n + 1}`, names: "Teams and players",
    namesNote: "Players in playing order; partners sit opposite.", ends: "The match ends", endsTarget: "at so many points", endsDeals: "after so many deals", endsNever: "when we stop",
    howMany: "How many", firstDealer: "Deals first", yes: "yes", no: "no", asPreset: "as the rules have it", mine: "Sheets on this phone", forget: "Forget", by: "Your name (for the history)",
    toDeal: name => `${name} deals next`, carried: points => `${points} held over`, enter: "Enter a deal", change: "Change", remove: "Take out", before: "Enter a forgotten deal before it",
    removeSure: "Take this deal out? Everything after it is scored again.", share: "Share", history: "History", close: "Close", cancel: "Cancel", save: "Enter", saveChange: "Change the deal",
    newDeal: "New deal", changeDeal: n => `Change deal ${n}`, deal: n => `Deal ${n}`, taker: "Who took", trump: "Trump", level: "Level", contreLabel: "Contre", none: "none", points: "Card points, last trick included",
    completed: total => `The other side is completed to ${total}.`, annonces: "Annonces", declared: "All annonces declared", belote: "Belote", beloteOf: (suit, team) => `Belote of ${suit}: ${team}`, capotOf: "Capot",
    digits: "Digits", clear: "Clear", back: "Delete a digit", notCounted: "after the end, not counted", offline: "No network.", waits: n => (n === 1 ? "1 entry waits and is sent as soon as it can be." : `${n} entries wait and are sent in order as soon as they can be.`),
    entryOf: { POST: "Deal entered", PUT: "Deal changed", DELETE: "Deal taken out" }, retry: "Send it all the same", drop: "Leave it", edit: "Correct it",
    doubt: { same: "Somebody else has entered the same deal. Is it another one?", changed: "Somebody else has changed this deal meanwhile." },
    missing: { taker: "Say who took.", trump: "Say what is trump.", points: "Give the points of one side.", level: "Say the level." }, unreadable: count => `Not in the ranking: ${count} of the sheets cannot be read.`, lost: "The service does not answer. Trying again…", gone: "This sheet is no more, or its link is no longer good.",
    editLink: "For whoever writes too", watchLink: "For whoever watches", copy: "Copy", copied: "Copied", send: "Send", qr: "QR code of the link", noWatch: "This phone has no link to watch.", watching: "You are watching this sheet.",
    event: { "deal-entered": "entered deal", "deal-changed": "changed deal", "deal-removed": "took out deal" }, somebody: "Somebody", nothing: "Nothing yet.", was: "before", is: "now", takes: (who, what) => `${who}, ${what}`,
    evening: "An evening of many tables", eveningName: "Name of the evening", openEvening: "Open the evening", atEvening: name => `At the evening “${name}”`, rank: "Rank", team_: "Team", pointsShort: "Points", won: "Deals won", tables: "Tables", newTable: "Start a table", aloneAgain: "Not at this evening", emptyEvening: "No table yet.",
  },
  fr: {
    title: "Feuille de marque", start: "Ouvrir la feuille", team: n => `Équipe ${n + 1}`, seat: n => `Joueur ${n + 1}`, names: "Équipes et joueurs",
    namesNote: "Les joueurs dans l’ordre du jeu ; les partenaires se font face.", ends: "Fin de la partie", endsTarget: "à tant de points", endsDeals: "après tant de donnes", endsNever: "quand on s’arrête",
    howMany: "Combien", firstDealer: "Premier donneur", yes: "oui", no: "non", asPreset: "comme au règlement", mine: "Feuilles sur ce téléphone", forget: "Oublier", by: "Votre nom (pour l’historique)",
    toDeal: name => `${name} donne`, carried: points => `${points} en litige`, enter: "Entrer une donne", change: "Modifier", remove: "Retirer", before: "Entrer une donne oubliée avant",
    removeSure: "Retirer cette donne ? Tout ce qui suit est recompté.", share: "Partager", history: "Historique", close: "Fermer", cancel: "Annuler", save: "Marquer", saveChange: "Modifier la donne",
    newDeal: "Nouvelle donne", changeDeal: n => `Modifier la donne ${n}`, deal: n => `Donne ${n}`, taker: "Qui a pris", trump: "Atout", level: "Hauteur", contreLabel: "Contre", none: "non", points: "Points de cartes, dix de der compris",
    completed: total => `L’autre camp est complété à ${total}.`, annonces: "Annonces", declared: "Toutes les annonces déclarées", belote: "Belote", beloteOf: (suit, team) => `Belote de ${suit} : ${team}`, capotOf: "Capot",
    digits: "Chiffres", clear: "Effacer", back: "Effacer un chiffre", notCounted: "après la fin, ne compte pas", offline: "Pas de réseau.", waits: n => (n === 1 ? "1 saisie attend et partira dès que possible." : `${n} saisies attendent et partiront dans l’ordre dès que possible.`),
    entryOf: { POST: "Donne entrée", PUT: "Donne modifiée", DELETE: "Donne retirée" }, retry: "L’envoyer quand même", drop: "L’abandonner", edit: "La corriger",
    doubt: { same: "Quelqu’un d’autre a entré la même donne. En est-ce une autre ?", changed: "Quelqu’un d’autre a modifié cette donne entre-temps." },
    missing: { taker: "Dites qui a pris.", trump: "Dites l’atout.", points: "Donnez les points d’un camp.", level: "Dites la hauteur." }, unreadable: count => `Hors classement : ${count} feuille(s) illisible(s).`, lost: "Le service ne répond pas. Nouvel essai…", gone: "Cette feuille n’existe plus, ou son lien n’est plus valable.",
    editLink: "Pour qui écrit aussi", watchLink: "Pour qui regarde", copy: "Copier", copied: "Copié", send: "Envoyer", qr: "Code QR du lien", noWatch: "Ce téléphone n’a pas de lien pour regarder.", watching: "Vous regardez cette feuille.",
    event: { "deal-entered": "a entré la donne", "deal-changed": "a modifié la donne", "deal-removed": "a retiré la donne" }, somebody: "Quelqu’un", nothing: "Rien encore.", was: "avant", is: "maintenant", takes: (who, what) => `${who}, ${what}`,
    evening: "Une soirée de plusieurs tables", eveningName: "Nom de la soirée", openEvening: "Ouvrir la soirée", atEvening: name => `À la soirée « ${name} »`, rank: "Rang", team_: "Équipe", pointsShort: "Points", won: "Donnes gagnées", tables: "Tables", newTable: "Ouvrir une table", aloneAgain: "Pas à cette soirée", emptyEvening: "Aucune table encore.",
  },
};

export const words = () => ({ ...terms(), ...WORDS[language] });
