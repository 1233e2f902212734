// Following a game: a stream of events, or a long poll where streams do not come through. `EventSource` can send no
// token in a header, so that the stream is read from `fetch`.

import * as api from "./api.js";

const PATIENCE = 5000;
const PAUSE = 1500;

// The whole messages of a text, and what is left of it.
export function parseMessages(text) {
  const parts = text.split("\n\n");
  const rest = parts.pop();
  const messages = parts
    .map(part => part.split("\n").filter(line => line.startsWith("data: ")).map(line => line.slice(6)).join("\n"))
    .filter(Boolean)
    .map(data => JSON.parse(data));
  return [messages, rest];
}

async function* streamed(game, after, signal) {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), PATIENCE);
  try {
    const body = await api.stream(game.id, game.tokens[game.seat], after, AbortSignal.any([signal, silent.signal]));
    if (body === null) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      const [messages, left] = parseMessages(rest + value);
      rest = left;
      if (messages.length) yield messages;
    }
  } finally {
    clearTimeout(timer);
  }
}

// Events, those that come together in one list, until the signal; `lost` is called when the service is away.
export async function* follow(game, version, signal, lost) {
  let after = String(version);
  let streams = true;
  while (!signal.aborted) {
    try {
      if (streams) {
        for await (const events of streamed(game, after, signal)) {
          after = events[events.length - 1].id ?? after;
          yield events;
        }
      }
      const { events, last } = await api.news(game.id, game.tokens[game.seat], after, streams ? 0 : 20, signal);
      after = last;
      if (events.length) yield events;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof api.Refused && [401, 403, 404].includes(error.status)) throw error;
      streams = streams && error.name !== "AbortError";
      if (streams) lost();
    }
    if (streams) await new Promise(resolve => setTimeout(resolve, PAUSE));
  }
}
