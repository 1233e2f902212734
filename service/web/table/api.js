// The requests of the table: the public API, and nothing else, is how this page plays.

import { ask } from "/shared/http.js";

export { Refused } from "/shared/http.js";

export const presets = () => ask("GET", "/v1/rulesets");
export const open = (ruleset, target) => ask("POST", "/v1/games", { body: target ? { ruleset, target } : { ruleset } });
export const look = (id, token) => ask("GET", `/v1/games/${id}`, { token });
export const act = (id, token, version, body) => ask("POST", `/v1/games/${id}/actions`, { body, token, version });
