// Keeps the style sheet, the scripts and the icon at hand, and says so when there is no network.
const SHELF = "scorekeeper-1";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (new URL(request.url).pathname.startsWith("/static/")) event.respondWith(fromShelf(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
});

async function fromShelf(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await forget(shelf, new URL(request.url).pathname);
    shelf.put(request, answer.clone());
  }
  return answer;
}

// Older editions of a file differ in what follows its name.
async function forget(shelf, name) {
  for (const old of await shelf.keys()) if (new URL(old.url).pathname === name) await shelf.delete(old);
}

const offline = () => new Response(
  "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>No network</title>" +
  "<h1>No network</h1><p>What you saved is kept. Load this page again when there is a network.",
  { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
);
