// The copy of the pad that is at hand while offline.

import "./window.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { page, row, seats, TABLE, tell } from "./pads.js";

const copies = new Map();
const shelf = {
  put: async (path, answer) => void copies.set(path, await answer.text()),
  keys: async () => [...copies.keys()].map((path) => ({ url: `https://scores.example${path}` })),
  delete: async ({ url }) => copies.delete(new URL(url).pathname),
};
window.caches = globalThis.caches = { open: async () => shelf };
window.isSecureContext = true;

await import("../../static/js/unsent/copying.js");
const { network } = await import("../../static/js/unsent/status.js");

beforeEach(() => {
  copies.clear();
  network.away = "";
  window.happyDOM.setURL(`https://scores.example${TABLE}`);
  page([seats("Bids", row("bids.0", ["3"]))]);
});

/** Let an answer come, and time pass until the page is copied. */
const draw = async () => {
  tell("after:swap", {});
  mock.timers.tick(300);
  await new Promise((done) => setImmediate(done));
};

test("the pad is copied without what the scripts have added", async () => {
  document
    .querySelector(".bar")
    .insertAdjacentHTML("beforeend", '<button class="unsent"></button>');
  document.querySelector("#pad").insertAdjacentHTML("beforeend", '<input data-kept name="x">');

  await draw();

  const copy = copies.get(TABLE);
  assert.match(copy, /^<!doctype html><html data-copy="">/);
  assert.match(copy, /bids\.0-3/);
  assert.doesNotMatch(copy, /unsent|data-kept/);
});

test("it is copied once, after the page has come to rest", async () => {
  let puts = 0;
  const { put } = shelf;
  shelf.put = (...what) => {
    puts += 1;
    return put(...what);
  };
  tell("after:swap", {});
  mock.timers.tick(299);
  await draw();
  shelf.put = put;

  assert.equal(puts, 1);
});

test("no copy is made of a page that shows what the table does not have", async () => {
  network.away = "offline";
  await draw();
  network.away = "";
  document.querySelector("#pad").dataset.typed = "";
  await draw();
  assert.equal(copies.size, 0);

  delete document.querySelector("#pad").dataset.typed;
  await draw();
  assert.equal(copies.size, 1);
});

test("the last twelve games are kept", async () => {
  for (let game = 1; game <= 13; game += 1) {
    window.happyDOM.setURL(`https://scores.example/t/game${game}`);
    await draw();
  }

  assert.equal(copies.size, 12);
  assert.ok(!copies.has("/t/game1"));
});
