// Plays a deal with the generated TypeScript client: the address of the service is the only argument.
import { Action, Configuration, GamesApi, LegalActions, ResponseError } from "./client/index";

const url = process.argv[2];
const games = (token?: string) => new GamesApi(new Configuration({ basePath: url, accessToken: token }));

function choose(legal: LegalActions): Action {
  if (legal.action === "play") return { action: "play", card: legal.cards![0], belote: true };
  const take = legal.calls!.find(call => call.call === "take")!;
  return { action: "call", call: "take", trump: take.trump };
}

async function main(): Promise<void> {
  const opened = await games().openGame({ newGameRequest: { ruleset: "ffb-classique" } });
  const seats = opened.tokens.seats.map(token => games(token));
  const identity = opened.id;
  let view = await seats[0].showGame({ identity });
  let refused = "";
  try {
    const other = seats[(view!.toAct! + 1) % 4];
    await other.actInGame({ identity, ifMatch: `"${view!.version}"`, action: { action: "call", call: "pass" } });
  } catch (error) {
    refused = (await (error as ResponseError).response.json()).reason;
  }
  while (!view!.lastDeal) {
    const seat = seats[view!.toAct!];
    view = await seat.showGame({ identity });
    view = await seat.actInGame({ identity, ifMatch: `"${view!.version}"`, action: choose(view!.legal!) });
  }
  console.log(JSON.stringify({ refused, scores: (view!.lastDeal as { scores: number[] }).scores }));
}

main();
