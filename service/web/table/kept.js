// What a browser keeps of a game: its id and the tokens that it holds. A game opened here outlives its tab; one that was
// joined by a link stays in its tab, so that no invitation overwrites the tokens of another game.

const NAME = "belote-table";

const storeOf = state => (state.mode === "joined" ? sessionStorage : localStorage);
const read = store => JSON.parse(store.getItem(NAME) || "null");

// The game of a link: `#game=ID` to watch, with `&seat=N&token=T` to play. Browsers send no fragment to the service.
export function fromLink(hash) {
  const link = new URLSearchParams(hash.slice(1));
  if (!link.has("game")) return null;
  const seat = link.has("seat") ? Number(link.get("seat")) : null;
  const tokens = seat === null ? {} : { [seat]: link.get("token") };
  return { id: link.get("game"), mode: "joined", seat, tokens, billed: -1 };
}

export function keep(state) {
  storeOf(state).setItem(NAME, JSON.stringify(state));
}

export function forget(state) {
  storeOf(state).removeItem(NAME);
}

export function kept() {
  const joined = read(sessionStorage);
  const linked = fromLink(location.hash);
  if (linked) return joined && joined.id === linked.id && joined.seat === linked.seat ? joined : linked;
  return joined || read(localStorage);
}
