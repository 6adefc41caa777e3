// Keeps the style sheet, the scripts and the icon at hand. While offline it gives the pad as it was
// seen last, which `js/unsent/` copies, or says that there is no network.
// It shows what the server tells this phone through the push service.
const SHELF = "scorekeeper-1";
const PADS = "scorekeeper-pads";
const HOME = new URL(".", location).pathname; // "/", or the path that the app stands under

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(fetch(`${HOME}sw.js`).then(follow, () => {}));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (new URL(request.url).pathname.startsWith(`${HOME}static/`))
    event.respondWith(fromShelf(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

addEventListener("push", (event) => {
  const { title, body, tag, page: data } = event.data.json();
  const icon = `${HOME}static/icons/icon-192.png`;
  event.waitUntil(registration.showNotification(title, { body, tag, data, icon }));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data));
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
  for (const old of await shelf.keys()) {
    if (new URL(old.url).pathname === name) await shelf.delete(old);
  }
}

async function page(event) {
  const { pathname } = new URL(event.request.url);
  try {
    const answer = await fetch(event.request);
    if (answer.status < 500) event.waitUntil(follow(answer.clone(), pathname));
    return answer;
  } catch {
    const pads = await caches.open(PADS);
    const [copy, rules] = await Promise.all([pads.match(pathname), pads.match("/")]);
    return copy && rules ? new Response(copy.body, { headers: rules.headers }) : offline();
  }
}

// A copy is under the policy of the pages, and goes when the page is not for this phone any more.
async function follow(answer, pathname) {
  const pads = await caches.open(PADS);
  const policy = answer.headers.get("Content-Security-Policy");
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  if (policy) await pads.put("/", new Response("", { headers }));
  if (pathname && answer.status >= 400) await pads.delete(pathname);
}

const say = (text) => text; // translated as in the other scripts

const OFFLINE_PAGE = `<!doctype html>
<meta charset=utf-8>
<meta name=viewport content='width=device-width'>
<title>${say("Offline")}</title>
<h1>${say("Offline")}</h1>
<p>${say("Saved deals are safe on this phone. Reload when you're connected.")}`;
const WAY_ON = `<p style='line-height:3'><a href='${HOME}pocket/'>${say("Use offline")}</a>`;

const offline = async () => {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  // a phone that has the pocket edition can begin a game with no network at all
  const isAlong = (await caches.keys()).some((name) => name.startsWith("pocket-"));
  return new Response(OFFLINE_PAGE + (isAlong ? WAY_ON : ""), { status: 503, headers });
};
