import "./window.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ask, byId, given, page, row, seats, tap, tell, typed } from "./pads.js";

await import("../../static/js/pad/answers.js");
await import("../../static/js/pad/settling.js");
await import("../../static/js/pad/record.js");
await import("../../static/js/pad/second_tap.js");
await import("../../static/js/news.js");
const { fold } = await import("../../static/js/pad/folding.js");

const ANSWER = { response: { status: 200 } };

/** The context of a request that this key sent. */
const pressed = (key) => ({
  ...ANSWER,
  request: { body: new URLSearchParams({ do: key }) },
  sourceEvent: { type: "submit" },
});

const bids = (...given) =>
  seats("Bids", ...given.map((bid, seat) => row(`bids.${seat}`, ["3", "4"], { given: bid })));

test("what was tapped gives way to what the server has drawn", () => {
  page([bids("3", ""), typed("points", "12")]);
  tap("bids.1-4");
  tap("bids.0-4");
  byId("points").value = "99";

  tell("after:swap", ANSWER);

  assert.deepEqual(given(), { "bids.0": ["3"], points: ["12"] });
});

test("what is being typed stays, until a key was pressed", () => {
  page([typed("points", "12")]);
  byId("points").focus();
  byId("points").value = "99";

  tell("after:swap", ANSWER);
  assert.equal(byId("points").value, "99");

  tell("after:swap", pressed("save"));
  assert.equal(byId("points").value, "12");
});

test("only what went wrong is told: what was typed stays", () => {
  page([typed("points", "12")]);
  byId("points").value = "99";

  tell("after:swap", { ...pressed("save"), hx: { retarget: "#message" } });

  assert.equal(byId("points").value, "99");
  assert.equal(byId("message").className, "message bad");
});

test("an answer that comes in folds what is known, a key that was pressed all of it", () => {
  page([bids("3", "4", "")]);
  fold();
  document.querySelector("button.said").click();
  const place = document.querySelector(".row");

  tell("after:swap", ANSWER);
  assert.ok(!place.classList.contains("done"));

  tell("after:swap", pressed("save"));
  assert.ok(place.classList.contains("done"));
});

test("a deal that was undone lies open", () => {
  page([bids("3", "4")]);
  byId("pad").dataset.reopened = "";
  fold();

  tell("after:swap", pressed("undo"));

  assert.equal(document.querySelectorAll(".row.done").length, 0);
});

test("the focus goes to the first fault that is seen, else to the message", () => {
  const faulty = seats("Bids", row("bids.0", ["3"]), row("bids.1", ["3"], { fault: "Too low." }));
  page([faulty], { leads: "bids" });
  for (const input of document.querySelectorAll("input")) {
    Object.defineProperty(input, "offsetParent", { value: document.body });
  }

  tell("after:swap", pressed("save"));
  assert.equal(document.activeElement.id, "bids.1-3");
  assert.ok(document.querySelector(".ask").classList.contains("here"));

  page([bids("3")]);
  tell("after:swap", pressed("save"));
  assert.equal(document.activeElement.id, "message");
});

test("the key that keeps leads on, unless something is told", () => {
  page([bids("3", "")], { leads: "bids.1" });
  tell("after:swap", pressed("keep"));
  assert.equal(document.activeElement.id, "bids.1-3");

  page([bids("3", "")], { leads: "bids.1" });
  byId("message").textContent = "Ann has bid.";
  tell("after:swap", pressed("keep"));
  assert.equal(document.activeElement.id, "message");
});

test("a second tap on the key that saved begins no game", () => {
  page([ask("bid", ["3"])], { more: '<a id="again" class="main" href="/new"></a>' });
  byId("again").setAttribute("value", "again");
  const tapAgain = () =>
    byId("again").dispatchEvent(
      new window.MouseEvent("click", { bubbles: true, cancelable: true }),
    );
  tell("after:swap", pressed("save"));

  mock.timers.tick(899);
  assert.equal(tapAgain(), false);
  mock.timers.tick(1);
  assert.equal(tapAgain(), true);
});

test("what stands before a server that is away is not drawn; what the server tells is", () => {
  page([bids("3")]);

  assert.equal(tell("before:swap", { response: { status: 502 } }), false);
  assert.equal(tell("before:swap", { response: { status: 503 }, hx: { retarget: "#m" } }), true);
  assert.equal(tell("before:swap", { response: { status: 422 } }), true);
});

test("the deal of the record that was open is open again, wherever it stands now", () => {
  const deal = (name, open) => `<details class="deal"${open}><summary>${name}</summary></details>`;
  const record = (...deals) => ({ more: `<div class="record">${deals.join("")}</div>` });
  page([bids("3")], record(deal("2 bid 7", ""), deal("1 bid 6", " open")));
  tell("before:swap", ANSWER);
  page([bids("3")], record(deal("3 bid 8", ""), deal("2 bid 7", " open"), deal("1 bid 6", "")));

  tell("after:swap", ANSWER);

  const open = [...document.querySelectorAll("details.deal[open]")];
  assert.deepEqual(
    open.map((line) => line.textContent),
    ["1 bid 6"],
  );
});

test("news is asked for every two seconds, but not while somebody is at something", () => {
  page([bids("3"), typed("points")]);
  const asked = [];
  window.htmx = globalThis.htmx = { trigger: (...what) => asked.push(what) };

  mock.timers.tick(4000);
  assert.deepEqual(asked, Array(2).fill(["#news", "news"]));

  byId("points").focus();
  mock.timers.tick(2000);
  byId("points").blur();
  document.querySelector(".menu").open = true;
  mock.timers.tick(2000);
  document.querySelector(".menu").open = false;
  byId("pad").classList.add("htmx-request");
  mock.timers.tick(2000);
  assert.equal(asked.length, 2);
  byId("pad").classList.remove("htmx-request");
  mock.timers.tick(2000);
  assert.equal(asked.length, 3);
});

test("news that is none, or that comes while somebody taps, is not drawn", () => {
  page([bids("3"), typed("points")]);
  const news = (more) => tell("before:swap", { ...ANSWER, ...more }, byId("news"));

  assert.equal(news(), true);
  assert.equal(news({ swap: "none" }), false);
  byId("points").focus();
  assert.equal(news(), false);
});
