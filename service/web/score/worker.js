// The page without a network: its own files, as they were when last fetched. What the service knows is never kept here.

const NAME = "belote-score";
const PATIENCE = 3000;
const FILES = [
  "/score", "/score/score.css", "/score/score.js", "/score/words.js", "/score/kept.js", "/score/send.js", "/score/share.js",
  "/score/names.js", "/score/qr.js", "/score/form.js", "/score/sheet.js", "/score/start.js", "/score/evening.js",
  "/shared/elements.js", "/shared/http.js", "/shared/follow.js", "/shared/terms.js", "/shared/bill.js", "/shared/house.js",
];

self.addEventListener("install", event => {
  self.skipWaiting();
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES)));
});

self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

async function fresh(request, path) {
  const cache = await caches.open(NAME);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) await cache.put(path, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(path);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", event => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && FILES.includes(pathname)) event.respondWith(fresh(event.request, pathname));
});
