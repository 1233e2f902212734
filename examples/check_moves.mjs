#!/usr/bin/env node
// Check many moves in one request. Node 18 or newer, nothing else.
//
//   node examples/check_moves.mjs moves.ndjson [http://127.0.0.1:8000]
//
// Each line of the file is the body of /v1/moves/validate. Prints the lines that are refused, with the reason; the exit
// code is 1 if there are any.
import { readFile } from "node:fs/promises";

const [file, base = "http://127.0.0.1:8000"] = process.argv.slice(2);
const moves = (await readFile(file, "utf8")).split("\n").filter(line => line.trim());
const lines = moves.map((line, index) => JSON.stringify({ id: index + 1, op: "moves/validate", body: JSON.parse(line) }));

const response = await fetch(`${base}/v1/batch`, {
  method: "POST",
  headers: { "Content-Type": "application/x-ndjson" },
  body: lines.join("\n") + "\n",
});
if (!response.ok) throw new Error((await response.json()).detail);

for (const line of (await response.text()).split("\n").filter(Boolean)) {
  const { id, status, body } = JSON.parse(line);
  if (status === 200 && body.legal) continue;
  console.log(`${id}: ${status === 200 ? `${body.card} ${body.reason} (${body.article}): ${body.message}` : body.detail}`);
  process.exitCode = 1;
}
