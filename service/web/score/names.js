// How players and teams of a sheet are called, and a deal in a few words.

import { trumpFace } from "/shared/terms.js";

import { words } from "./words.js";

export const seatName = (view, seat) => view.players[seat] || words().seat(seat);

export function teamName(view, team) {
  const players = [view.players[team], view.players[team + 2]].filter(Boolean);
  return view.teams[team] || players.join(" & ") || words().team(team);
}

export function dealWords(view, deal) {
  const say = words();
  if (deal.outcome) return say.allPass;
  const { taker, trump, level, contre } = deal.contract;
  const doubled = { 2: say.contre, 4: say.surcontre }[contre];
  const what = [trumpFace(trump), level === "capot" ? say.capot : level, doubled].filter(Boolean).join(" ");
  return say.takes(seatName(view, taker), what);
}
