// What this phone keeps: sheets with their links and what was last seen of them, and the entries that wait to be sent.
// Every waiting entry has a name of its own, so that two tabs never overwrite each other's.

const SHEET = "belote-sheet/";
const WAITING = "belote-waiting/";
const BY = "belote-by";

const read = name => JSON.parse(localStorage.getItem(name) || "null");
const write = (name, value) => localStorage.setItem(name, JSON.stringify(value));
const namesOf = prefix => Object.keys(localStorage).filter(name => name.startsWith(prefix)).sort();

export const writer = () => localStorage.getItem(BY) || "";
export const setWriter = name => localStorage.setItem(BY, name);

export const sheetOf = id => read(SHEET + id);
export const sheets = () => namesOf(SHEET).map(read).sort((one, other) => other.opened - one.opened);

// Keep something more of a sheet: what is undefined leaves what was known.
export function keepSheet(id, more) {
  const known = sheetOf(id) || { id, opened: Date.now(), mine: [] };
  const news = Object.entries(more).filter(([, value]) => value !== undefined && value !== null);
  const kept = { ...known, ...Object.fromEntries(news) };
  if (known.view && kept.view.version < known.view.version) kept.view = known.view;
  write(SHEET + id, kept);
  return kept;
}

export function forgetSheet(id) {
  for (const name of [SHEET + id, ...namesOf(`${WAITING}${id}/`)]) localStorage.removeItem(name);
}

export const waiting = id => namesOf(`${WAITING}${id}/`).map(read);

let count = 0;

// A new entry at the end of those that wait; the time and a count put them in order.
export function addWaiting(id, key, entry) {
  count += 1;
  const name = `${WAITING}${id}/${String(Date.now()).padStart(15, "0")}-${String(count).padStart(5, "0")}-${key}`;
  return keepWaiting({ ...entry, id, key, name });
}

export function keepWaiting(entry) {
  write(entry.name, entry);
  return entry;
}

export const stillWaits = entry => localStorage.getItem(entry.name) !== null;
export const dropWaiting = entry => localStorage.removeItem(entry.name);

// What a link or the address says: `#sheet=ID&edit=TOKEN&watch=TOKEN`. Browsers send no fragment to the service.
export function fromHash() {
  const link = new URLSearchParams(location.hash.slice(1));
  for (const kind of ["sheet", "evening"]) {
    if (link.has(kind)) return { kind, id: link.get(kind), edit: link.get("edit"), watch: link.get("watch") };
  }
  return null;
}

const EVENING = "belote-evening";
export const evening = () => read(EVENING);
export const keepEvening = kept => (kept ? write(EVENING, kept) : localStorage.removeItem(EVENING));
