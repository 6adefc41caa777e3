// What the service worker answers with while offline, and what it forgets.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { beforeEach, test } from "node:test";
import vm from "node:vm";

const SITE = "https://scores.example";
const source = await readFile(new URL("../../static/sw.js", import.meta.url), "utf8");

/** A cache of the browser, by address. */
class Shelf {
  kept = new Map();
  match = async (request) => this.kept.get(addressOf(request))?.clone();
  put = async (request, answer) => void this.kept.set(addressOf(request), answer);
  delete = async (request) => this.kept.delete(addressOf(request));
  keys = async () => [...this.kept.keys()].map((url) => ({ url }));
}

const addressOf = (request) => new URL(request.url ?? request, SITE).href;

let shelves; // {name: Shelf}
let listeners;
let shown; // the notifications
let opened; // the pages that a tap on one has opened
let answers; // what the server says: {address: Response}; elsewhere there is no network

const install = (worker = "/sw.js") => {
  [shelves, listeners, answers] = [{}, {}, {}];
  vm.runInNewContext(source, {
    URL,
    Response,
    location: new URL(worker, SITE),
    caches: {
      open: async (name) => {
        shelves[name] ??= new Shelf();
        return shelves[name];
      },
      keys: async () => Object.keys(shelves),
    },
    fetch: async (request) => {
      const answer = answers[addressOf(request)];
      if (!answer) throw new TypeError("Failed to fetch");
      return answer.clone();
    },
    addEventListener: (name, listener) => {
      listeners[name] = listener;
    },
    registration: {
      showNotification: async (title, more) => void shown.push({ title, ...more }),
    },
    clients: { openWindow: async (address) => void opened.push(address) },
  });
};
beforeEach(() => {
  [shown, opened] = [[], []];
  install();
});

/** Ask for a page or a file; the answer, once all that was to be kept is. */
const ask = async (path, { method = "GET", mode = "navigate" } = {}) => {
  let answer;
  const work = [];
  listeners.fetch({
    request: { url: SITE + path, method, mode },
    respondWith: (promise) => {
      answer = promise;
    },
    waitUntil: (promise) => work.push(promise),
  });
  const found = await answer;
  await Promise.all(work);
  return found;
};

const serve = (path, text, init) => {
  answers[SITE + path] = new Response(text, init);
};

const keepCopy = async (path) => {
  shelves["scorekeeper-pads"] ??= new Shelf();
  await shelves["scorekeeper-pads"].put(path, new Response("the pad as it was"));
};

test("a file is fetched once, and its older edition forgotten", async () => {
  serve("/static/app.css?v=1", "one");
  serve("/static/app.css?v=2", "two");
  await ask("/static/app.css?v=1", { mode: "no-cors" });
  answers = { [`${SITE}/static/app.css?v=2`]: new Response("two") };

  assert.equal(await (await ask("/static/app.css?v=1", { mode: "no-cors" })).text(), "one");
  await ask("/static/app.css?v=2", { mode: "no-cors" });
  await assert.rejects(ask("/static/app.css?v=1", { mode: "no-cors" }));
});

test("offline the pad is answered as it was seen last, under the policy of the pages", async () => {
  const headers = { "Content-Security-Policy": "default-src 'none'" };
  serve("/rules", "the rules", { headers });
  await keepCopy("/t/table1");
  await ask("/rules");

  const answer = await ask("/t/table1");

  assert.equal(await answer.text(), "the pad as it was");
  assert.equal(answer.headers.get("Content-Security-Policy"), "default-src 'none'");
});

test("no copy is answered while the policy is not known", async () => {
  await keepCopy("/t/table1");

  assert.equal((await ask("/t/table1")).status, 503);
});

test("offline another page says that there is no network", async () => {
  const answer = await ask("/rules");

  assert.equal(answer.status, 503);
  const text = await answer.text();
  assert.match(text, /<h1>Offline<\/h1>/);
  assert.doesNotMatch(text, /pocket/);
});

test("offline a page leads to the pocket edition that is on this phone", async () => {
  install("/club/sw.js");
  shelves["pocket-1"] = new Shelf();

  assert.match(await (await ask("/club/rules")).text(), /<a href='\/club\/pocket\/'>/);
});

test("a copy goes when the page is not for this phone any more", async () => {
  await keepCopy("/t/table1");
  serve("/t/table1", "not found", { status: 404 });
  await ask("/t/table1");

  assert.equal((await shelves["scorekeeper-pads"].match("/t/table1")) ?? "gone", "gone");
});

test("a copy stays while the server is in trouble", async () => {
  await keepCopy("/t/table1");
  serve("/t/table1", "trouble", { status: 503 });
  await ask("/t/table1");

  assert.ok(await shelves["scorekeeper-pads"].match("/t/table1"));
});

test("what is posted, and what a page fetches for itself, is left alone", async () => {
  assert.equal(await ask("/t/table1", { method: "POST" }), undefined);
  assert.equal(await ask("/t/table1", { mode: "cors" }), undefined);
});

for (const path of ["/", "/scores/"]) {
  test(`what is told is shown, and a tap leads to its page, at ${path}`, async () => {
    install(`${path}sw.js`);
    const news = { title: "Round 1", body: "Table 2", tag: "round", page: `${path}t/table1` };
    listeners.push({ data: { json: () => news }, waitUntil: () => {} });

    const [{ title, icon, data }] = shown;
    assert.deepEqual([title, icon], ["Round 1", `${path}static/icons/icon-192.png`]);
    let closed = false;
    const close = () => {
      closed = true;
    };
    listeners.notificationclick({ notification: { data, close }, waitUntil: () => {} });
    assert.deepEqual([closed, opened], [true, [`${path}t/table1`]]);
  });
}

test("under a path its files are kept too", async () => {
  install("/scores/sw.js");
  serve("/scores/static/app.css?v=1", "one");
  await ask("/scores/static/app.css?v=1", { mode: "no-cors" });
  answers = {};

  assert.equal(await (await ask("/scores/static/app.css?v=1", { mode: "no-cors" })).text(), "one");
});
