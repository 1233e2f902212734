// Drawing a sheet: totals, who deals, every deal with its bill, what waits, and the history.

import { billHead, billLines, billSum } from "/shared/bill.js";
import { byId, element } from "/shared/elements.js";
import { language, trumpFace } from "/shared/terms.js";

import { dealWords, seatName, teamName } from "./names.js";
import { words } from "./words.js";

const button = (textContent, onclick, more = {}) => element("button", { type: "button", textContent, onclick, ...more });

export function drawTotals({ view }) {
  const say = words();
  const { totals, carried, over, winner } = view.match;
  const sides = totals.map((points, team) =>
    element("div", { className: `side${over && winner === team ? " won" : ""}` }, element("span", {}, teamName(view, team)), element("b", { id: `total-${team}` }, String(points))),
  );
  byId("totals").replaceChildren(...sides);
  const ending = winner === null ? say.draw : say.win(teamName(view, winner ?? 0));
  const next = [carried ? say.carried(carried) : "", say.toDeal(seatName(view, view.next_dealer))];
  byId("match").textContent = (over ? [ending] : next).filter(Boolean).join(" · ");
  byId("sheet").dataset.version = view.version;
}

export function drawDeals({ view }, open) {
  const rows = view.deals.map((row, place) => {
    const what = button(`${place + 1}. ${dealWords(view, row.deal)}`, () => open(row, place + 1), { className: "deal" });
    const marks = row.bill ? row.bill.scores.map(String) : ["–", "–"];
    const made = element("tr", { className: row.counted ? "" : "uncounted" }, element("td", {}, what), ...marks.map(mark => element("td", {}, mark)));
    made.dataset.number = row.number;
    return made;
  });
  byId("deals").replaceChildren(element("thead", {}, billHead([teamName(view, 0), teamName(view, 1)])), element("tbody", {}, ...rows));
  byId("deals").hidden = !rows.length;
}

// What waits; an entry that is held asks for a decision.
export function drawWaiting(kept, entries, online, { again, drop, edit }) {
  const say = words();
  const parts = online ? [] : [element("p", {}, say.offline)];
  if (entries.length) parts.push(element("p", { id: "waits" }, say.waits(entries.length)));
  for (const entry of entries) {
    const what = entry.body ? dealWords(kept.view, entry.body) : dealWords(kept.view, entry.was);
    const line = element("div", { className: "held" }, element("p", {}, `${say.entryOf[entry.method]}${say.colon}${what}`));
    if (entry.held) {
      line.append(element("p", { className: "fault" }, entry.held.doubt ? say.doubt[entry.held.doubt] : entry.held.text));
      if (entry.held.doubt) line.append(button(say.retry, () => again(entry)));
      else if (entry.body) line.append(button(say.edit, () => edit(entry)));
      line.append(" ", button(say.drop, () => drop(entry), { className: "quiet" }));
    }
    parts.push(line);
  }
  byId("waiting").replaceChildren(...parts);
}

export function showBill({ view, edit }, row, place, acts) {
  const say = words();
  const dialog = byId("detail");
  const then = act => () => {
    dialog.close();
    act();
  };
  const parts = [element("h2", { id: "detail-title" }, say.deal(place)), element("p", {}, dealWords(view, row.deal))];
  if (row.bill) {
    const outcome = element("p", { className: "outcome" }, say[row.bill.outcome]);
    const body = element("tbody", {}, billHead([0, 1].map(team => teamName(view, team))), ...billLines(row.bill.lines));
    const feet = element("tfoot", {}, billSum("=", row.bill.scores), billSum(say.total, row.totals));
    parts.push(outcome, element("table", {}, body, feet));
  }
  const notes = [row.counted ? "" : say.notCounted, row.carried ? say.carried(row.carried) : "", `${say.dealer}${say.colon}${seatName(view, row.dealer)}`];
  parts.push(element("p", {}, notes.filter(Boolean).join(" · ")));
  if (edit) {
    const sure = () => confirmed(dialog, say.removeSure, say.remove, then(acts.remove));
    parts.push(element("p", { className: "row" }, button(say.change, then(acts.change), { id: "change" }), button(say.remove, sure, { id: "remove", className: "quiet" })));
    parts.push(button(say.before, then(acts.before), { id: "before", className: "quiet" }));
  }
  parts.push(button(say.close, () => dialog.close()));
  dialog.replaceChildren(...parts);
  dialog.showModal();
}

function confirmed(dialog, question, yes, act) {
  const say = words();
  const sure = button(yes, act, { id: "sure" });
  dialog.replaceChildren(element("h2", { id: "detail-title" }, question), element("p", { className: "row" }, sure, button(say.cancel, () => dialog.close(), { className: "quiet" })));
  sure.focus();
}

function written(view, deal) {
  if (!deal) return "–";
  const { points, tricks, capot, belotes } = deal;
  const counted = tricks ? "" : (points || []).map(value => value ?? "·").join(" – ");
  const more = [capot === undefined ? "" : words().capotOf, ...(belotes || []).map(belote => `${words().belote} ${trumpFace(belote.suit)}`)];
  return [dealWords(view, deal), counted, ...more].filter(Boolean).join(", ");
}

export function showHistory({ view }, changes) {
  const say = words();
  const dialog = byId("detail");
  const time = at => new Date(at).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
  const lines = [...changes].reverse().map(change => {
    const said = `${time(change.at)} · ${change.by || say.somebody} ${say.event[change.event]}`;
    const both = change.event === "deal-changed" ? `${say.was}${say.colon}${written(view, change.before)}. ${say.is}${say.colon}` : "";
    return element("li", {}, `${said}${say.colon}${both}${written(view, change.after || change.before)} (${change.totals.join(" – ")})`);
  });
  dialog.replaceChildren(
    element("h2", { id: "detail-title" }, say.history),
    lines.length ? element("ol", { id: "changes" }, ...lines) : element("p", {}, say.nothing),
    button(say.close, () => dialog.close()),
  );
  dialog.showModal();
}
