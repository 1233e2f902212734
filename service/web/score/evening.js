// An evening of many tables: its ranking, its links, and a way to start a table at it.

import { byId, element } from "/shared/elements.js";
import { ask } from "/shared/http.js";

import { keepEvening } from "./kept.js";
import { showLinks } from "./share.js";
import { words } from "./words.js";

const AGAIN = 5000;

let timer = null;

export const leaveEvening = () => clearTimeout(timer);

export async function showEvening(kept, startTable) {
  clearTimeout(timer);
  if (kept.edit) keepEvening(kept);
  try {
    draw(kept, await ask("GET", `/v1/evenings/${kept.id}`, { token: kept.edit || kept.watch }), startTable);
  } catch (error) {
    if (!byId("ranking")) byId("evening").replaceChildren(element("p", { className: "fault" }, error.problem ? error.message : words().lost));
  }
  timer = setTimeout(() => (document.hidden ? (timer = setTimeout(() => showEvening(kept, startTable), AGAIN)) : showEvening(kept, startTable)), AGAIN);
}

function draw(kept, seen, startTable) {
  const say = words();
  const cells = (tag, values) => element("tr", {}, ...values.map(value => element(tag, {}, String(value))));
  const ranks = seen.ranking.map(each => cells("td", [each.rank, each.team, each.points, each.deals_won]));
  const tables = seen.tables.map(table => element("li", {}, `${table.teams.join(" – ")}${say.colon}${table.totals.join(" – ")}`));
  const table = element("table", { id: "ranking" }, element("thead", {}, cells("th", [say.rank, say.team_, say.pointsShort, say.won])), element("tbody", {}, ...ranks));
  const start = element("button", { type: "button", textContent: say.newTable, onclick: () => startTable({ ...kept, name: seen.name }) });
  const share = element("button", { type: "button", className: "quiet", textContent: say.share, onclick: () => showLinks("evening", kept) });
  byId("evening").replaceChildren(
    element("h2", {}, seen.name),
    seen.ranking.length ? table : element("p", {}, say.emptyEvening),
    ...(seen.unreadable.length ? [element("p", { className: "fault" }, say.unreadable(seen.unreadable.length))] : []),
    element("h3", {}, say.tables), element("ul", {}, ...tables),
    element("p", { className: "row" }, ...(kept.edit ? [start] : []), share),
  );
}
