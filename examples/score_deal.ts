// Score one deal and print its bill.
//
//   node examples/score_deal.ts 92 70 [http://127.0.0.1:8000] [ruleset]     (Node 22.18 or newer; or: npx tsx)
//
// The takers are seats 0 and 2, the trump is hearts; the two numbers are the card points of the takers and the defence.

type Bill = {
  outcome: "made" | "failed" | "litige";
  scores: [number, number];
  lines: { team: number; points: number; reason: string; article: string }[];
};

const [takers, defence, base = "http://127.0.0.1:8000", ruleset = "ffb-classique"] = process.argv.slice(2);
if (!takers || !defence) {
  console.error("node examples/score_deal.ts TAKERS DEFENCE [http://127.0.0.1:8000] [ruleset]");
  process.exit(2);
}

const response = await fetch(`${base}/v1/deals/score`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ ruleset, contract: { taker: 0, trump: "H" }, points: [Number(takers), Number(defence)] }),
}).catch(away);
if (response.ok) {
  const bill: Bill = await response.json();
  console.log(`${bill.outcome}: ${bill.scores[0]} to ${bill.scores[1]}`);
  for (const { team, points, reason, article } of bill.lines)
    console.log(`  team ${team}: ${String(points).padStart(4)}  ${reason} (${article})`);
} else {
  console.error((await response.json()).detail);
  process.exitCode = 1;
}

/** Nobody listens there. */
function away(error: { message: string; cause?: { code?: string } }): never {
  console.error(`The service does not answer (${error.cause?.code ?? error.message}); script/server starts it.`);
  process.exit(1);
}

export {};
