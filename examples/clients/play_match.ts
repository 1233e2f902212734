// Four players play a match with the client that `script/clients typescript-fetch` generates, and a watcher hears the
// events. The address of the service is the only argument.
import { Action, Configuration, GamesApi, GameView, MatchesApi, ProblemFromJSON, ResponseError } from "./client/index";

const configuration = (token?: string) => new Configuration({ basePath: process.argv[2], accessToken: token });
const games = (token?: string) => new GamesApi(configuration(token));

/** The dealer takes, the others pass; then the first legal card, with all that there is to say. */
function choose(view: GameView): Action {
  const legal = view.legal!;
  if (legal.action === "play") {
    const annonces = legal.annonces!.map(({ kind, top, suit }) => ({ kind, top, suit }));
    return { action: "play", card: legal.cards![0], belote: true, ...(annonces.length ? { annonces } : {}) };
  }
  const take = legal.calls!.find(call => call.call === "take");
  if (!take || view.seat !== view.deal!.dealer) return { action: "call", call: "pass" };
  return { action: "call", call: "take", trump: take.trump };
}

/** Act on the version that was seen. */
const act = (seat: GamesApi, view: GameView, action: Action) =>
  seat.actInGame({ identity: view.id, ifMatch: `"${view.version}"`, action });

/** Play to the end of the match. */
async function play(seats: GamesApi[], identity: string): Promise<void> {
  let view = (await seats[0].showGame({ identity }))!;
  while (view.phase !== "over") {
    const seat = seats[view.toAct!];
    view = (await seat.showGame({ identity }))!;
    view = await act(seat, view, choose(view));
  }
}

/** What the events tell, by long poll, to the end of the match: the deals and the result. */
async function follow(watcher: GamesApi, identity: string) {
  const deals: { calls: string[]; plays: string[]; scores?: number[] }[] = [];
  for (let after = "0"; ; ) {
    const told = (await watcher.gameEvents({ identity, after, wait: 20 }))!;
    after = told.last;
    for (const event of told.events) {
      if (event.event === "deal-started") deals.push({ calls: [], plays: [] });
      else if (event.event === "call-made") deals.at(-1)!.calls.push(event.call);
      else if (event.event === "card-played") deals.at(-1)!.plays.push(event.card);
      else if (event.event === "deal-scored") deals.at(-1)!.scores = event.scores;
      else if (event.event === "match-over") return { deals, totals: event.totals, winner: event.winner };
    }
  }
}

async function main(): Promise<void> {
  const opened = await games().openGame({ newGameRequest: { ruleset: "ffb-annonces(target=600)" } });
  const seats = opened.tokens.seats.map(games);
  const identity = opened.id;
  const view = (await seats[0].showGame({ identity }))!;
  let refused = "";
  try {
    await act(seats[(view.toAct! + 1) % 4], view, { action: "call", call: "pass" });
  } catch (error) {
    refused = ProblemFromJSON(await (error as ResponseError).response.json()).reason;
  }
  const [heard] = await Promise.all([follow(games(), identity), play(seats, identity)]);
  const record = (await games().gameRecord({ identity }))!;
  const again = await new MatchesApi(configuration()).scoreMatch({ matchRequest: record.match });
  console.log(JSON.stringify({ id: identity, refused, again: again.totals, ...heard }));
}

main();
