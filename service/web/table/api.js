// The public API, and nothing else, is how this page plays.

import { language } from "./words.js";

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || String(status));
    this.status = status;
    this.problem = problem;
  }
}

// `crypto.randomUUID` is missing where a page comes over plain HTTP from another machine, as on a phone at home.
function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

async function ask(method, path, { body, token, version, signal } = {}) {
  const headers = { "Accept-Language": language, Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (version !== undefined) {
    headers["If-Match"] = `"${version}"`;
    headers["Idempotency-Key"] = freshKey();
  }
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

export const presets = () => ask("GET", "/v1/rulesets");
export const open = (ruleset, target) => ask("POST", "/v1/games", { body: target ? { ruleset, target } : { ruleset } });
export const look = (id, token) => ask("GET", `/v1/games/${id}`, { token });
export const act = (id, token, version, body) => ask("POST", `/v1/games/${id}/actions`, { body, token, version });
export const news = (id, token, after, wait, signal) =>
  ask("GET", `/v1/games/${id}/events?wait=${wait}&after=${after}`, { token, signal });

// The body of a stream of events; null when nothing will happen any more.
export async function stream(id, token, after, signal) {
  const headers = { Accept: "text/event-stream", "Accept-Language": language, "Last-Event-ID": after };
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(`/v1/games/${id}/events`, { headers, signal });
  if (!response.ok) throw new Refused(response.status, await response.json());
  return response.status === 204 ? null : response.body;
}
