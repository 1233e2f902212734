// Four players at a table play a match, each with the token of its seat.
//
//   node examples/table.ts [http://127.0.0.1:8000] [ruleset]        (Node 22.18 or newer; or: npx tsx examples/table.ts)
//
// A player whose turn it is picks one of the actions that its view offers as legal; the others wait for news. A watcher
// without a token prints what happens.

type Annonce = { kind: string; top: string; suit: string | null };
type Call = { call: string; level?: number | "capot"; trump?: string };
type Legal =
  | { action: "play"; cards: string[]; annonces: Annonce[] }
  | { action: "call"; calls: (Call & { min?: number | null; trumps?: string[] })[] };
type View = {
  version: number;
  phase: "auction" | "play" | "over";
  to_act: number | null;
  legal: Legal | null;
  deal: { calls: Call[] } | null;
};
type Action = ({ action: "call" } & Call) | { action: "play"; card: string; belote: boolean; annonces?: Annonce[] };
type Told = { last: string; events: { id: string; event: string; opening?: unknown }[] };

const [base = "http://127.0.0.1:8000", ruleset = "ffb-contree(target=500)"] = process.argv.slice(2);

/** A request, and the JSON of its answer; a service that is busy says when to come again. */
async function ask<T>(url: string, token?: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const sent = { ...headers, ...(token && { Authorization: `Bearer ${token}` }), "Content-Type": "application/json" };
  const response = await fetch(url, body ? { method: "POST", headers: sent, body: JSON.stringify(body) } : { headers: sent }).catch(away);
  const answer = await response.json();
  const seconds = response.headers.get("Retry-After");
  if (seconds !== null) {
    await new Promise(resolve => setTimeout(resolve, 1000 * Number(seconds)));
    return ask(url, token, body, headers);
  }
  if (!response.ok) {
    console.error(answer.detail);
    process.exit(1);
  }
  return answer;
}

/** Nobody listens there. */
function away(error: { message: string; cause?: { code?: string } }): never {
  console.error(`The service does not answer (${error.cause?.code ?? error.message}); script/server starts it.`);
  process.exit(1);
}

/** Sit at a seat to the end of the match. */
async function play(game: string, seat: number, token: string): Promise<void> {
  let view = await ask<View>(game, token);
  while (view.phase !== "over") {
    if (view.to_act === seat) {
      // Sent again with the same key after an answer that got lost, an action is done once all the same.
      const headers = { "If-Match": `"${view.version}"`, "Idempotency-Key": crypto.randomUUID() };
      view = await ask<View>(`${game}/actions`, token, choose(view), headers);
    } else {
      await ask<Told>(`${game}/events?wait=20&after=${view.version}`, token);
      view = await ask<View>(game, token);
    }
  }
}

/** One of the legal actions: the first who may takes or bids, and cards are played as they come. */
function choose(view: View): Action {
  const legal = view.legal!;
  if (legal.action === "play") {
    const annonces = legal.annonces.map(({ kind, top, suit }) => ({ kind, top, suit }));
    const card = legal.cards[Math.floor(Math.random() * legal.cards.length)]!;
    return { action: "play", card, belote: true, ...(annonces.length > 0 && { annonces }) };
  }
  const take = legal.calls.find(call => call.call === "take");
  if (take) return { action: "call", ...take };
  const bid = legal.calls.find(call => call.call === "bid");
  if (bid && !view.deal!.calls.some(call => call.call === "bid"))
    return { action: "call", call: "bid", level: bid.min!, trump: bid.trumps![0]! };
  return { action: "call", call: "pass" };
}

/** Print what happens, to the end of the match. */
async function watch(game: string): Promise<void> {
  for (let last = "0", over = false; !over; ) {
    const told = await ask<Told>(`${game}/events?wait=20&after=${last}`);
    last = told.last;
    for (const { id, event, opening, ...facts } of told.events) {
      over ||= event === "match-over";
      console.log(event, JSON.stringify(facts));
    }
  }
}

type Opened = { id: string; tokens: { seats: string[] } };
const opened = await ask<Opened>(`${base}/v1/games`, undefined, { ruleset });
const game = `${base}/v1/games/${opened.id}`;
await Promise.all([watch(game), ...opened.tokens.seats.map((token, seat) => play(game, seat, token))]);

export {};
