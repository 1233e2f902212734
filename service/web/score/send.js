// Sending what waits: in order, each entry exactly once, through whatever the network does.
//
// An entry keeps its key until it is answered. One that was sent and not answered is sent again as it was, with the same
// key and version: the service answers as the first time, or says that there is a later version (412). Then the sheet is
// read again, and what is an addition is simply entered after what others entered. What looks like the same deal entered
// twice, or rests on a deal that somebody else has changed, waits for a person to decide.

import { Refused, ask } from "/shared/http.js";

import { addWaiting, dropWaiting, keepSheet, keepWaiting, sheetOf, stillWaits, waiting } from "./kept.js";

const path = (entry, more = "") => `/v1/scoresheets/${entry.id}${more}`;
const dealPath = entry => path(entry, entry.number ? `/deals/${entry.number}` : "/deals");

let sending = null;

// The total that the points of a deal come to under a ruleset.
export const totalOf = (trump, rules) => (trump === "TA" && rules.ta_values === "trump-258" ? 258 : 162);

function shape(deal, rules) {
  if (deal.outcome) return deal.outcome;
  const { taker, trump, level = null, contre = 1 } = deal.contract;
  const [first, second] = deal.points || [null, null];
  const points = first ?? totalOf(trump, rules) - second;
  const belotes = (deal.belotes || []).map(belote => `${belote.team}${belote.suit}`).sort();
  return JSON.stringify([taker, trump, level, contre, points, deal.capot ?? null, deal.annonces || [0, 0], belotes, deal.tricks]);
}

// Why an entry should not be sent without asking; null when there is nothing to ask.
function doubtOf(entry, { view, mine, rules }) {
  if (entry.sure) return null;
  if (entry.method === "POST") {
    const wanted = shape(entry.body, rules);
    const others = view.deals.filter(row => row.number > entry.base && !mine.includes(row.number));
    return others.some(row => shape(row.deal, rules) === wanted) ? "same" : null;
  }
  const row = view.deals.find(each => each.number === entry.number);
  return row && JSON.stringify(row.deal) !== JSON.stringify(entry.was) ? "changed" : null;
}

export function enter(id, key, { method, number, body, was }) {
  const base = sheetOf(id).view.version;
  const sure = Boolean(number) && waiting(id).some(entry => entry.number === number);
  return addWaiting(id, key, { method, number, body, was, base, sure });
}

export async function refreshed(id) {
  const kept = sheetOf(id);
  return keepSheet(id, { view: await ask("GET", `/v1/scoresheets/${id}`, { token: kept.edit || kept.watch }) });
}

// Send one entry: "sent", "held" for a person to decide, or "later" when the service is away.
async function sendOne(entry) {
  const kept = sheetOf(entry.id);
  if (!entry.tried) {
    const doubt = doubtOf(entry, kept);
    if (doubt) {
      keepWaiting({ ...entry, held: { doubt } });
      return "held";
    }
    entry = keepWaiting({ ...entry, tried: kept.view.version });
  }
  try {
    const { method, body, tried, key } = entry;
    const view = await ask(method, dealPath(entry), { body, token: kept.edit, version: tried, key });
    const mine = method === "POST" ? [...kept.mine, view.version] : kept.mine;
    keepSheet(entry.id, { view, mine });
    dropWaiting(entry);
    return "sent";
  } catch (error) {
    if (!(error instanceof Refused) || error.isBusy) return "later";
    if (error.status === 412) {
      keepWaiting({ ...entry, tried: undefined });
      await refreshed(entry.id);
      return "sent";
    }
    keepWaiting({ ...entry, tried: undefined, held: { text: error.message, problem: error.problem } });
    return "held";
  }
}

async function sendAll(id) {
  for (;;) {
    const [entry] = waiting(id);
    if (!entry || entry.held) return;
    try {
      if ((await sendOne(entry)) !== "sent") return;
    } catch {
      return;
    }
  }
}

// One tab sends at a time where the browser can see to it; where it cannot, the keys see to it that nothing is made twice.
const alone = work => (navigator.locks ? navigator.locks.request("belote-send", work) : work());

export function flush(id) {
  const before = sending || Promise.resolve();
  const turn = before.then(() => alone(() => sendAll(id)));
  sending = turn.catch(() => {});
  return turn;
}

// What has become of an entry: "sent", "waiting", or what it is held for.
export function fateOf(entry) {
  if (!stillWaits(entry)) return { done: true };
  return { held: waiting(entry.id).find(each => each.name === entry.name).held || null };
}

export const decide = {
  again: entry => keepWaiting({ ...entry, held: undefined, sure: true }),
  drop: dropWaiting,
};
