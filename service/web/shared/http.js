// Asking the public API, and nothing else: every page of this service does it as any other client could.

import { language } from "./terms.js";

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || String(status));
    this.status = status;
    this.problem = problem;
  }

  // The service is out of order or asked too often; later it will do the same thing.
  get isBusy() {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

// `crypto.randomUUID` is missing where a page comes over plain HTTP from another machine, as on a phone at home.
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

// A change names the version that it rests on, and has a key by which it is made once.
export async function ask(method, path, { body, token, version, key, signal } = {}) {
  const headers = { "Accept-Language": language, Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (version !== undefined) {
    headers["If-Match"] = `"${version}"`;
    headers["Idempotency-Key"] = key || freshKey();
  }
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

// The body of a stream of events; null when nothing will happen any more.
export async function openStream(path, token, after, signal) {
  const headers = { Accept: "text/event-stream", "Accept-Language": language, "Last-Event-ID": after };
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(path, { headers, signal });
  if (!response.ok) throw new Refused(response.status, await response.json());
  return response.status === 204 ? null : response.body;
}
