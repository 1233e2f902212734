// Following what happens: a stream of events, or a long poll where streams do not come through. `EventSource` can send
// no token in a header, so that the stream is read from `fetch`.

import { Refused, ask, openStream } from "./http.js";

const PATIENCE = 5000;
const POLL_SECONDS = 20;
const SHORT = 100;
const LONG = 1500;
export const NO_MORE = [401, 403, 404];

export const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

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

// The lists of events of one stream; null when nothing will happen any more.
async function* streamed(path, token, after, signal) {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), PATIENCE);
  try {
    const body = await openStream(path, token, after, AbortSignal.any([signal, silent.signal]));
    if (body === null) {
      yield null;
      return;
    }
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

// Events of `path` after a version, those that come together in one list, until one is the end or the signal comes.
// `lost` is called when the service is away. Throws Refused when there is nothing there any more, or the token is no
// longer good.
export async function* follow(path, token, version, signal, { isEnd = () => false, lost }) {
  let after = String(version);
  let streams = true;
  while (!signal.aborted) {
    if (streams) {
      try {
        for await (const events of streamed(path, token, after, signal)) {
          if (events === null) return;
          after = events[events.length - 1].id ?? after;
          yield events;
          if (events.some(isEnd)) return;
        }
      } catch {
        streams = false;
      }
    }
    try {
      const { events, last } = await ask("GET", `${path}?wait=${streams ? 0 : POLL_SECONDS}&after=${after}`, { token, signal });
      after = last;
      if (events.length) yield events;
      if (events.some(isEnd)) return;
      if (!events.length) await pause(SHORT);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused && NO_MORE.includes(error.status)) throw error;
      lost();
      streams = true;
      await pause(LONG);
    }
  }
}
