// What is kept when the network goes, the order in which it is sent, and what becomes of it when
// another phone was quicker.

import "./window.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import {
  ask,
  byId,
  given,
  order,
  page,
  row,
  seats,
  TABLE,
  tap,
  tell,
  type,
  typed,
} from "./pads.js";

await import("../../static/js/app.js");
await import("../../static/js/later.js");
const { merge } = await import("../../static/js/unsent/merging.js");
const { gone, network, tell: say } = await import("../../static/js/unsent/status.js");
const { back } = await import("../../static/js/unsent/network.js");
const { flush } = await import("../../static/js/unsent/sending.js");
const { takeUp } = await import("../../static/js/unsent/requests.js");
const { isLasting, put, taps, deals } = await import("../../static/js/unsent/store.js");

const bids = (...bid) =>
  seats(
    "Bids",
    ...bid.map((value, seat) => row(`bids.${seat}`, ["3", "4", "5"], { given: value })),
  );

let posted = []; // what was sent to the table: `{url, method, body}`; `{method: "news"}` for a poll
let answerTo; // what the server says to it: a status, a page, or nothing at all

/** Let all promises that can be settled be so. */
const settle = () => new Promise((done) => setImmediate(done));

const answer = (status, html = "") => ({ status, ok: status < 400, text: async () => html });

beforeEach(async () => {
  document.body.innerHTML = "";
  answerTo = () => answer(200);
  globalThis.fetch = async (url, { method = "GET", body = "" } = {}) => {
    const request = { url, method, body: String(body) };
    posted.push(request);
    const reply = answerTo(request);
    if (!reply) throw new TypeError("Failed to fetch");
    return reply;
  };
  window.htmx = globalThis.htmx = { trigger: (_, name) => posted.push({ method: name }) };
  Object.assign(network, { away: "", about: "taps", returned: false, begun: 0 });
  localStorage.clear();
  window.happyDOM.setURL(`https://scores.example${TABLE}`);
  mock.timers.tick(60_000);
  await settle();
  posted = [];
});

const chip = () => document.querySelector(".unsent")?.textContent;
const message = () => byId("message").textContent;
const mainKey = () => document.querySelector(".act .main");
const keys = (place) => [...place.querySelectorAll(".acts button")];

/** A request of htmx for this pad, as its events tell of it. */
const request = (key, status) => ({
  request: {
    method: "POST",
    action: TABLE,
    body: new URLSearchParams([...new FormData(byId("pad")), ...(key ? [["do", key]] : [])]),
  },
  sourceElement: byId("pad"),
  ...(status && { response: { status } }),
});

const deal = (number, more) => ({
  name: `deal k${number}`,
  key: `k${number}`,
  url: TABLE,
  body: [
    ["csrf_token", "old"],
    ["key", `k${number}`],
  ],
  at: number,
  what: `Spades, deal ${number}`,
  said: "Bids 3",
  fresh: false,
  refused: 0,
  ...more,
});

const sentKeys = () =>
  posted
    .filter(({ method }) => method === "POST")
    .map(({ body }) => new URLSearchParams(body).get("key"));

// --- what is tapped ----------------------------------------------------------------------------

test("a tap is kept with the table, the deal and the version that it saw", () => {
  page([bids("", "")], { versions: { "bids.1": 4 } });

  tap("bids.1-4");

  const [{ at, ...kept }] = taps();
  assert.equal(at, Date.now());
  assert.deepEqual(kept, {
    name: `tap ${TABLE} 3 bids.1`,
    field: "bids.1",
    values: ["4"],
    table: TABLE,
    deal: 3,
    seen: 4,
    mine: [],
    due: true,
    what: "Spades, deal 3",
    said: "bids.1 4",
  });
});

test("a name from right to left stands apart from the number after it", () => {
  page([seats("Bids", row("bids.0", ["3"], { seat: "דן" }))]);

  tap("bids.0-3");

  assert.equal(taps()[0].said, "\u2068דן\u2069 3");
});

test("a corrected tap takes the place of the first, and knows what that was", () => {
  page([bids("")]);
  tap("bids.0-3");
  tap("bids.0-5");

  assert.deepEqual(
    taps().map(({ values, mine }) => [values, mine]),
    [[["5"], [["3"]]]],
  );
});

test("what a seat answers is due once it is told to go", () => {
  page([bids("")], { trigger: "submit" });
  tap("bids.0-3");
  assert.deepEqual(
    taps().map((kept) => kept.due),
    [false],
  );

  tell("before:request", request("keep"));
  assert.deepEqual(
    taps().map((kept) => kept.due),
    [true],
  );
});

test("a tap in an order keeps the place of every name", () => {
  page([order("out", ["Ann", "Ben", "Cat"])]);

  tap("out-Cat");
  tap("out-Ann");

  const kept = Object.fromEntries(taps().map(({ field, values }) => [field, values]));
  assert.deepEqual(kept, { "out.0": ["Cat"], "out.1": ["Ann"], "out.2": [] });
});

test("what the table has is kept no longer", () => {
  page([bids("", "")]);
  tap("bids.0-3");
  const sent = request("", 200);
  tap("bids.1-4");
  page([bids("3", "")], { versions: { "bids.0": 1 } });

  tell("after:swap", sent);

  assert.deepEqual(
    taps().map(({ field }) => field),
    ["bids.1"],
  );
  assert.deepEqual(given(), { "bids.0": ["3"], "bids.1": ["4"] });
});

test("a deal that was saved takes along all that was tapped for it", () => {
  page([bids("")], { main: "save" });
  tap("bids.0-3");
  const sent = request("save", 200);
  page([bids("")], { deal: 4 });

  tell("after:swap", sent);

  assert.deepEqual(taps(), []);
});

test("the last answer is kept no longer where the page then asks nothing more", () => {
  page([bids("")], { trigger: "submit" });
  tap("bids.0-3");
  const sent = request("keep", 200);
  document.body.innerHTML = '<main id="main"><p id="message"></p></main>';

  tell("after:swap", sent);

  assert.deepEqual(taps(), []);
});

test("what was tapped after a deal was sent is not in it", () => {
  page([bids("")], { main: "save" });
  tap("bids.0-3");
  const sent = request("save", 200);
  tap("bids.0-4");
  page([bids("")], { deal: 4 });

  tell("after:swap", sent);

  assert.deepEqual(
    taps().map(({ deal, values }) => [deal, values]),
    [[3, ["4"]]],
  );
});

// --- what comes back onto the page ---------------------------------------------------------------

test("what was tapped offline goes over the pad, and is sent", () => {
  page([bids("", ""), typed("points")]);
  tap("bids.1-4");
  type("points", "12");
  page([bids("3", ""), typed("points")], { versions: { "bids.0": 1 } });
  let sent = 0;
  byId("pad").addEventListener("change", () => {
    sent += 1;
  });

  merge();

  assert.deepEqual(given(), { "bids.0": ["3"], "bids.1": ["4"], points: ["12"] });
  assert.equal(sent, 1);
});

test("an answer that is asked only once the table knows more goes along unseen", () => {
  page([ask("declarer", ["0"]), ask("tricks", ["9"])]);
  tap("tricks-9");
  page([ask("declarer", ["0"])]);

  merge();

  assert.deepEqual(given(), { tricks: ["9"] });
});

test("another phone's answer is not overwritten: somebody decides for their own", () => {
  page([bids("")]);
  tap("bids.0-3");
  page([bids("5")], { versions: { "bids.0": 2 } });
  merge();
  const place = document.querySelector(".row");

  assert.deepEqual(given(), { "bids.0": ["5"] });
  const told = place.querySelector(".fault").textContent;
  assert.equal(told, "Another phone entered 5; you entered 3.");
  assert.deepEqual(
    keys(place).map((key) => key.textContent),
    ["Use 3", "Use 5"],
  );
  assert.ok(!place.classList.contains("done"));

  keys(place)[0].click();
  assert.deepEqual(given(), { "bids.0": ["3"] });
  assert.deepEqual(
    taps().map(({ seen, due }) => [seen, due]),
    [[2, true]],
  );
  assert.equal(place.querySelector(".fault"), null);
});

test("another phone's answer is not overwritten: somebody decides for theirs", () => {
  page([bids("")]);
  tap("bids.0-3");
  page([bids("")], { versions: { "bids.0": 2 } });
  merge();
  const place = document.querySelector(".row");

  assert.equal(
    place.querySelector(".fault").textContent,
    "Another phone cleared this; you entered 3.",
  );
  assert.equal(keys(place)[1].textContent, "Leave blank");
  keys(place)[1].click();
  assert.deepEqual(taps(), []);
  assert.deepEqual(given(), {});
});

test("one's own earlier answer is no other phone's", () => {
  page([bids("")]);
  tap("bids.0-3");
  tap("bids.0-4");
  page([bids("3")], { versions: { "bids.0": 2 } });

  merge();

  assert.equal(document.querySelector(".fault"), null);
  assert.deepEqual(given(), { "bids.0": ["4"] });
});

test("the same answer from another phone is no dispute", () => {
  page([bids("")]);
  tap("bids.0-3");
  page([bids("3")], { versions: { "bids.0": 2 } });

  merge();

  assert.equal(document.querySelector(".fault"), null);
  assert.deepEqual(taps(), []);
});

test("what was tapped for a deal that is over waits for somebody to decide", () => {
  page([bids("")]);
  tap("bids.0-3");
  page([bids("")], { deal: 4 });

  merge();

  assert.deepEqual(given(), {});
  assert.equal(taps().length, 1);
});

// --- what is sent --------------------------------------------------------------------------------

test("deals are sent in the order in which they were entered", async () => {
  put(deal(10, { at: 2 }));
  put(deal(9, { at: 2 }));
  put(deal(11, { at: 1 }));

  await flush();

  assert.deepEqual(sentKeys(), ["k11", "k9", "k10"]);
  assert.deepEqual(deals(), []);
});

test("a server that is too busy, or away, keeps back the deals behind it", async () => {
  for (const no of [() => answer(429), () => answer(503), () => null]) {
    posted = [];
    localStorage.clear();
    for (const number of [1, 2]) put(deal(number));
    answerTo = no;

    await flush();

    assert.deepEqual(sentKeys(), ["k1"]);
    assert.deepEqual(
      deals().map(({ key, refused }) => [key, refused]),
      [
        ["k1", 0],
        ["k2", 0],
      ],
    );
  }
});

test("a refused deal of another table stays, is not sent again, and keeps back none", async () => {
  put(deal(1, { url: "/t/other" }));
  put(deal(2));
  answerTo = ({ url }) => answer(url === TABLE ? 200 : 409);

  await flush();
  await flush();

  assert.deepEqual(sentKeys(), ["k1", "k2"]);
  assert.deepEqual(
    deals().map(({ key, refused }) => [key, refused]),
    [["k1", 409]],
  );
});

test("a refused deal of this table is opened on its pad", async () => {
  page([bids("")]);
  put(deal(1));
  answerTo = () => answer(409);
  const opened = [];
  window.HTMLFormElement.prototype.submit = function submit() {
    opened.push([this.getAttribute("action"), this.elements.key.value]);
  };

  await flush();

  assert.deepEqual(opened, [[TABLE, "k1"]]);
});

test("a deal whose page grew old gets the token of a new one", async () => {
  put(deal(1));
  answerTo = ({ method, body }) => {
    if (method === "GET") return answer(200, '<input name="csrf_token" value="new">');
    return answer(body.includes("csrf_token=new") ? 200 : 400);
  };

  await flush();

  assert.deepEqual(
    posted.map(({ method }) => method),
    ["POST", "GET", "POST"],
  );
  assert.deepEqual(deals(), []);
});

test("what is sent already is not sent twice", async () => {
  put(deal(1));

  await Promise.all([flush(), flush()]);

  assert.deepEqual(sentKeys(), ["k1"]);
});

test("a deal is left to its own request for fifteen seconds", async () => {
  put(deal(1, { at: Date.now(), fresh: true }));
  mock.timers.tick(14_999);
  await settle();
  assert.deepEqual(sentKeys(), []);

  mock.timers.tick(1);
  await flush();
  assert.deepEqual(sentKeys(), ["k1"]);
});

test("what waits is sent every ten seconds", async () => {
  put(deal(1));

  mock.timers.tick(10_000);
  await settle();

  assert.deepEqual(sentKeys(), ["k1"]);
});

test("a deal that came through takes along what was tapped before it, not after", async () => {
  page([bids("", "")]);
  tap("bids.0-3");
  put(deal(2, { at: Date.now() }));
  mock.timers.tick(5);
  tap("bids.1-4");

  await flush();

  assert.deepEqual(
    taps().map(({ field }) => field),
    ["bids.1"],
  );
  assert.equal(posted.at(-1).method, "news");
  assert.doesNotMatch(byId("news").getAttribute("hx-get"), /v=/);
});

// --- the page's own requests ---------------------------------------------------------------------

test("a deal is kept while it is on its way, and dropped with the answer", () => {
  page([bids("3")], { main: "save" });
  const saves = request("save");
  tell("before:request", saves);
  const [{ fresh, body, key, what, said }] = deals();
  assert.deepEqual([fresh, key, what, said], [true, "k1", "Spades, deal 3", "bids.0 3"]);
  assert.ok(body.some(([name, value]) => name === "bids.0" && value === "3"));

  tell("after:request", { ...saves, response: { status: 200 } });
  assert.deepEqual(deals(), []);
});

test("a deal without an answer is sent again; one that is refused on the page is not", () => {
  page([bids("3")], { main: "save" });
  const saves = request("save");
  tell("before:request", saves);
  tell("finally:request", saves);
  assert.deepEqual(
    deals().map(({ fresh }) => fresh),
    [false],
  );

  localStorage.clear();
  tell("before:request", saves);
  tell("after:request", { ...saves, response: { status: 422 } });
  assert.deepEqual(deals(), []);
});

test("a deal that is refused when it is pressed again stays in the list", () => {
  page([bids("3")], { main: "save" });
  const saves = request("save");
  tell("before:request", saves);
  tell("finally:request", saves);
  tell("before:request", saves);

  tell("after:request", { ...saves, response: { status: 409 } });

  assert.deepEqual(
    deals().map(({ refused }) => refused),
    [409],
  );
});

test("an answer that takes long is waited for, and an error is no network", () => {
  page([bids("3")]);
  const waits = request("");
  tell("before:request", waits);
  mock.timers.tick(799);
  assert.equal(message(), "");
  mock.timers.tick(1);
  assert.equal(message(), "No answer yet. Saved on this phone, sent when back online.");
  assert.equal(mainKey().textContent, "Next");

  tell("error", { ...waits });
  assert.equal(message(), "Offline. Saved on this phone, sent when back online.");
});

test("without htmx a form goes by itself, unless there is no network", () => {
  delete window.htmx;
  page([bids("")]);
  tap("bids.0-3");
  const submit = () =>
    byId("pad").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  assert.equal(submit(), false);
  assert.equal(network.away, "offline");

  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
  assert.equal(submit(), true);
  gone("offline");
  assert.equal(chip(), "offline");
  assert.deepEqual(
    taps().map(({ done }) => done),
    [true],
  );
});

test("after a page without htmx nothing moves while its deal is sent again", async () => {
  delete window.htmx;
  page([bids("")]);
  document.querySelector("main").insertAdjacentHTML("afterbegin", '<p class="totals"></p>');
  put(deal(1, { fresh: true, sent: Date.now() - 5000 }));

  takeUp();
  say();
  assert.equal(document.querySelector(".not-in-totals"), null);
  assert.equal(chip(), undefined);
  mock.timers.tick(2001);
  say();
  assert.equal(document.querySelector(".not-in-totals").textContent, "1 deal not sent yet");

  await flush();
  assert.deepEqual(sentKeys(), ["k1"]);
  assert.equal(document.querySelector(".not-in-totals"), null);
});

// --- what the page says --------------------------------------------------------------------------

test("the page says that it is offline, how much waits, and what the wide key will do", () => {
  page([bids("", "")]);
  tap("bids.0-3");
  put(deal(1));

  gone("offline");

  assert.equal(chip(), "offline, 2 unsent");
  assert.equal(message(), "Offline. Saved on this phone, sent when back online.");
  const [title, below] = mainKey().childNodes;
  assert.match(title.textContent, /^Next: .*bids\.1/);
  assert.equal(below.textContent, "saved on this phone, sent when back online");
});

test("the key that saves says that it saves on the phone", () => {
  page([bids("3")], { main: "save" });
  gone("server");

  assert.equal(mainKey().firstChild.textContent, "Save deal 3");
  assert.equal(chip(), "no answer");
});

test("a key that cannot be kept is to be pressed again", () => {
  page([bids("3")]);
  const undo = request("undo");

  tell("error", { ...undo }, byId("pad"));
  assert.equal(network.away, "offline");
  assert.equal(message(), "Offline. Try again when connected.");
});

test("back online it takes back what it said, sends what waits, and then fetches the pad", async () => {
  page([bids("")], { main: "save" });
  put(deal(1, { url: "/t/other" }));
  gone("offline");
  say();
  const before = byId("message").className;
  assert.equal(before, "message warn");

  await back();

  assert.equal(chip(), undefined);
  assert.equal(mainKey().textContent, "Next");
  say(); // on the page that was fetched
  assert.equal(message(), "Back online. All sent.");
  assert.deepEqual(
    posted.map(({ method }) => method),
    ["POST", "news"],
  );
});

test("news that were on their way do not hide that the network is back", async () => {
  page([bids("3")]);
  gone("offline");
  await back();
  say();
  assert.equal(message(), "Back online. All sent.");
  const arrives = (kind, text) => {
    Object.assign(byId("message"), { className: `message ${kind}`, textContent: text });
    delete byId("message").dataset.kept;
    tell("after:swap", { request: { method: "GET" }, response: { status: 200 } }, byId("news"));
  };

  arrives("", "Ben leads by 11.");
  assert.equal(message(), "Back online. All sent.");
  arrives("bad", "Dan has passed.");
  assert.equal(message(), "Dan has passed.");
});

test("what is on its way is called unsent after two seconds", () => {
  page([bids("")]);
  tap("bids.0-3");
  say();
  assert.equal(chip(), undefined);

  mock.timers.tick(1999);
  say();
  assert.equal(chip(), undefined);
  mock.timers.tick(2);
  say();
  assert.equal(chip(), "1 unsent");
});

test("while offline the server is asked every two seconds whether it is there", async () => {
  page([bids("")]);
  gone("offline");
  answerTo = () => answer(502);
  mock.timers.tick(2000);
  await settle();
  assert.equal(network.away, "offline");

  answerTo = () => answer(204);
  mock.timers.tick(2000);
  await settle();
  assert.equal(network.away, "");
});

// --- the list ------------------------------------------------------------------------------------

const openList = () => {
  say();
  document.querySelector(".unsent").click();
  return [...document.querySelectorAll("dialog.kept li")];
};

test("the list tells what is not sent and why; what is discarded can be restored", () => {
  page([bids("")]);
  put(deal(1, { refused: 409 }));

  const [line] = openList();
  assert.equal(line.querySelector("b").textContent, "Spades, deal 1");
  assert.equal(line.querySelector(".why").textContent, "Bids 3. The game has changed.");

  keys(line).at(-1).click();
  assert.deepEqual(deals(), []);
  line.querySelector("button").click();
  assert.deepEqual(
    deals().map(({ key }) => key),
    ["k1"],
  );
});

test("the list has one line for the answers of a deal that was saved without them", () => {
  page([bids("", "")]);
  tap("bids.0-3");
  tap("bids.1-4");
  page([bids("", "")], { deal: 4 });
  mock.timers.tick(3000);

  const lines = openList();

  assert.deepEqual(
    lines.map((line) => line.querySelector(".why").textContent),
    ["bids.0 3, bids.1 4. Deal 3 was saved without them."],
  );
});

test("a deal is sent again from the list", async () => {
  page([bids("")]);
  put(deal(1, { refused: 403 }));
  const [line] = openList();
  answerTo = () => answer(404);

  keys(line)[0].click();
  await settle();

  const [why] = document.querySelectorAll("dialog.kept .why");
  assert.equal(why.textContent, "Bids 3. The game no longer exists.");
});

test("the open list shows an answer that comes late", async () => {
  page([bids("")]);
  put(deal(1, { url: "https://scores.example/t/table2" }));
  put(deal(2));
  const answers = [answer(404), answer(200)];
  answerTo = () => answers.shift();
  mock.timers.tick(3000);
  assert.match(openList()[0].textContent, /Waiting to be sent/);

  await flush();

  const lines = [...document.querySelectorAll("dialog.kept li")];
  assert.deepEqual(
    lines.map((line) => line.querySelector(".why").textContent),
    ["Bids 3. The game no longer exists."],
  );
});

// --- a browser that keeps nothing ----------------------------------------------------------------

test("where nothing can be kept it lasts as long as the page, and the page says so", () => {
  const store = globalThis.localStorage;
  const refuse = () => {
    throw new Error("QuotaExceededError");
  };
  globalThis.localStorage = { setItem: refuse, removeItem: refuse };
  try {
    page([bids("")]);
    tap("bids.0-3");
    assert.deepEqual(
      taps().map(({ values }) => values),
      [["3"]],
    );
    assert.equal(isLasting(), false);

    gone("offline");
    assert.match(message(), /can't save offline: keep this page open/);
  } finally {
    globalThis.localStorage = store;
  }
});
