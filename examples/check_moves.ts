// Check many moves in one request.
//
//   node examples/check_moves.ts moves.ndjson [http://127.0.0.1:8000]       (Node 22.18 or newer; or: npx tsx)
//
// Each line of the file is the body of /v1/moves/validate. Prints the lines that are refused, with the reason; the exit
// code is 1 if there are any.
import { readFile } from "node:fs/promises";

type Verdict = { legal: boolean; card: string; reason: string; article: string; message: string };
type Ruling = { id: number; status: 200; body: Verdict } | { id: number; status: 422; body: { detail: string } };

const [file, base = "http://127.0.0.1:8000"] = process.argv.slice(2);
if (!file) {
  console.error("node examples/check_moves.ts moves.ndjson [http://127.0.0.1:8000]");
  process.exit(2);
}
const moves = (await readFile(file, "utf8")).split("\n").filter(line => line.trim());
const lines = moves.map((line, index) => JSON.stringify({ id: index + 1, op: "moves/validate", body: JSON.parse(line) }));

const response = await fetch(`${base}/v1/batch`, {
  method: "POST",
  headers: { "Content-Type": "application/x-ndjson" },
  body: lines.join("\n") + "\n",
}).catch(away);
if (!response.ok) {
  console.error((await response.json()).detail);
  process.exit(1);
}

for (const line of (await response.text()).split("\n").filter(Boolean)) {
  const ruling: Ruling = JSON.parse(line);
  if (ruling.status === 200 && ruling.body.legal) continue;
  const { id, body } = ruling;
  console.log(`${id}: ${"legal" in body ? `${body.card} ${body.reason} (${body.article}): ${body.message}` : body.detail}`);
  process.exitCode = 1;
}

/** Nobody listens there. */
function away(error: { message: string; cause?: { code?: string } }): never {
  console.error(`The service does not answer (${error.cause?.code ?? error.message}); script/server starts it.`);
  process.exit(1);
}
