// How players and teams are called, seen from the own seat; `own` is null for whoever has none.

import { words } from "./words.js";

export function nameOf(seat, own) {
  return seat === own ? words().you : words().seat(seat);
}

export function teamOf(team, own) {
  if (own === null) return words().team(team);
  return (own & 1) === team ? words().we : words().they;
}
