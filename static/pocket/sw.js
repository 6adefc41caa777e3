// Answers every request of the pocket edition: its files from the shelf, pages from the engine,
// which a worker of one of the open tabs holds. The build fills in the five names.
const EDITION = "EDITION";
// The paths of its files, each with the SHA-256 digest of what is in the file.
const FILES = { FILES: "DIGEST" };
// Those that are sent as xz; a script unpacks it.
const LARGE = ["LARGE"];
// Those that the search needs: they are fetched when nothing is asked of the engine.
const LATER = ["LATER"];
const HTMX = "HTMX";
importScripts("pocket/xz.js");
const { XzReadableStream } = self["xz-decompress"];

const SHELF = `pocket-${EDITION}`;
// The path under which the edition lies: "/", or "/pocket/" on a server.
const BASE = new URL(registration.scope).pathname;
const SHELL = "index.html";
const DIGEST = "X-Digest";
const ASK_AGAIN_MS = 500;
const CHECK = "pocket/check";
// Under "/pocket/" on a server people look for it one folder higher.
const TO_CHECK = BASE === "/" ? [CHECK] : [CHECK, "check", "check/"];
// As in js/say.js, which a service worker that is no module cannot import.
const say = (text) => text;
const REFUSED = say("Refused");
const NO_BODY = [101, 204, 205, 304];

addEventListener("install", (event) => event.waitUntil(fill().catch(sayWhy)));
addEventListener("activate", (event) => event.waitUntil(clear().then(() => clients.claim())));

addEventListener("message", (event) => event.waitUntil(fillLater().catch(() => {})));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.url === HTMX) return event.respondWith(fromShelf("pocket/htmx.min.js"));
  if (url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (path === "sw.js") return;
  if (TO_CHECK.includes(path)) return event.respondWith(Response.redirect(`${BASE}${CHECK}/`));
  if (path === `${CHECK}/`) return event.respondWith(fromShelf(`${CHECK}/${SHELL}`));
  if (path.startsWith("along/")) return event.respondWith(along(url.pathname));
  if (Object.hasOwn(FILES, path)) return event.respondWith(fromShelf(path));
  if (request.mode === "navigate" && request.destination === "document") {
    return event.respondWith(atTheTop(request));
  }
  event.respondWith(fromEngine(request, url));
});

// --- The shelf -----------------------------------------------------------------------------------

// An edition is fetched whole before it is used, but for the search; the older one stays until no
// tab uses it.
async function fill() {
  const shelf = await caches.open(SHELF);
  const fillIn = async (path) => {
    if (await shelf.match(BASE + path)) return;
    if (!LATER.includes(path)) return put(shelf, path);
    const kept = await unchanged(path);
    if (kept) await shelf.put(BASE + path, kept);
  };
  await Promise.all(Object.keys(FILES).map(fillIn));
}

// One after the other; what fails now is fetched with a question, or the next time.
async function fillLater() {
  for (const path of LATER) await fromShelf(path);
}

// The page waits for the edition, and has to hear why there is none.
async function sayWhy(error) {
  const isFull = error.name === "QuotaExceededError";
  for (const client of await clients.matchAll({ type: "window", includeUncontrolled: true }))
    client.postMessage({ isFull });
  throw error;
}

// Files lie packed on the host; a host that unpacks them itself is not told from one that does not
// by its headers, but by their first two bytes.
async function fetched(path) {
  const end = LARGE.includes(path) ? ".xz" : ".gz";
  const packed = PACKED.test(path) && (await fetch(BASE + path + end, { cache: "no-cache" }));
  if (!packed?.ok) {
    const plain = await fetch(BASE + path, { cache: "no-cache" });
    if (!plain.ok) throw new Error(`${path}: ${plain.status}`);
    return path === SHELL ? shell(await plain.text()) : plain;
  }
  const reader = packed.body.getReader();
  const { value: begin } = await reader.read();
  const stream = streamed(begin, reader);
  // whole, because Chromium with little room on its disk fails to put a stream
  const whole = await new Response(unpack(begin, stream)).arrayBuffer();
  const digest = await digestOf(whole);
  // between two editions a host may send some of each
  if (digest !== FILES[path]) throw new Error(`${path}: ${digest}`);
  return new Response(whole, { headers: { "Content-Type": typeOf(path), [DIGEST]: digest } });
}

async function digestOf(content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// All of a file again, of which the begin was read.
function streamed(begin, reader) {
  return new ReadableStream({
    start: (stream) => stream.enqueue(begin),
    pull: async (stream) => {
      const { done, value } = await reader.read();
      if (done) stream.close();
      else stream.enqueue(value);
    },
  });
}

function unpack([first, second], stream) {
  if (first === 0xfd && second === 0x37) return new XzReadableStream(stream);
  const isGzip = first === 0x1f && second === 0x8b;
  return isGzip ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

// The shell is shown at every address, so its links need to be told where it lies.
function shell(page) {
  const text = page.replace('<base href="./">', `<base href="${BASE}">`);
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

const PACKED = /^(pocket|static)\/.*\.(wasm|mjs|js|zip|db|json|css)$/;
const TYPES = {
  wasm: "application/wasm",
  mjs: "text/javascript",
  js: "text/javascript",
  css: "text/css",
};
const typeOf = (path) => TYPES[path.split(".").pop()] ?? "application/octet-stream";

async function clear() {
  for (const name of await caches.keys()) {
    if (name.startsWith("pocket-") && name !== SHELF) await caches.delete(name);
  }
}

async function fromShelf(path) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(BASE + path);
  if (kept || !Object.hasOwn(FILES, path)) return kept ?? fetch(BASE + path);
  await put(shelf, path); // the browser has deleted it
  return shelf.match(BASE + path);
}

const put = async (shelf, path) =>
  shelf.put(BASE + path, (await unchanged(path)) ?? (await fetched(path)));

// A file that an older edition has too is not fetched again.
async function unchanged(path) {
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).match(BASE + path);
    if (kept?.headers.get(DIGEST) === FILES[path]) {
      return new Response(await kept.arrayBuffer(), { headers: kept.headers });
    }
  }
}

// A game of the server, as its page has taken it along (js/unsent/going_on.js).
async function along(path) {
  const shelf = await caches.open("scorekeeper-along");
  return (await shelf.match(path)) ?? new Response(null, { status: 404 });
}

// --- Pages ---------------------------------------------------------------------------------------

// The app stands in a frame of the shell. Only another site's form comes to the top by POST.
function atTheTop(request) {
  return request.method === "GET" ? fromShelf(SHELL) : new Response(REFUSED, { status: 403 });
}

async function fromEngine(request, url) {
  const read = request.method === "GET" || request.method === "HEAD";
  const call = {
    method: request.method,
    address: url.origin + BASE.slice(0, -1),
    path: url.pathname.slice(BASE.length - 1),
    query: url.search.slice(1),
    headers: [...request.headers],
    body: read ? null : await request.arrayBuffer(),
  };
  const { status, headers, body } = await ask(call);
  return new Response(NO_BODY.includes(status) ? null : body, {
    status,
    headers: headers.map(framed),
  });
}

// The app lets nobody frame it; here the shell does.
function framed([name, value]) {
  const policy = name.toLowerCase() === "content-security-policy";
  return [name, policy ? value.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : value];
}

// The shell that holds the engine takes the call. While none does, or the one that did is gone, all
// are asked again; what is sent twice counts once, by its key.
function ask(call) {
  return new Promise((done) => {
    const id = crypto.randomUUID();
    let taker = null;
    const post = async () => {
      if (taker && (await clients.get(taker))) return;
      taker = null;
      for (const client of await clients.matchAll({ type: "window" })) {
        if (client.frameType !== "top-level") continue;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          if (data.taken) {
            taker = client.id;
          } else {
            clearInterval(again);
            done(data);
          }
        };
        client.postMessage({ call, id }, [port2]);
      }
    };
    const again = setInterval(post, ASK_AGAIN_MS);
    post();
  });
}
