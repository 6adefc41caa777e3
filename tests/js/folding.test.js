import "./window.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, byId, page, row, seats, tap } from "./pads.js";

await import("../../static/js/pad/answers.js");
const { fold, next, waiting } = await import("../../static/js/pad/folding.js");

const BIDS = ["3", "4"];

const bids = (...given) => {
  const rows = given.map((bid, seat) =>
    row(`bids.${seat}`, BIDS, { given: bid, seat: `Seat ${seat}` }),
  );
  return seats("Bids", ...rows);
};

/** Draw a page and fold it, as it is when it is loaded. */
const draw = (questions, more) => {
  page(questions, more);
  fold();
};

/** How each place of a kind stands: "done", "later" or open. */
const states = (selector) =>
  [...document.querySelectorAll(selector)].map((place) => {
    if (place.classList.contains("done")) return "done";
    return place.classList.contains("later") ? "later" : "open";
  });

const placeOf = (id) => byId(id).closest(".row, .ask");

test("only the first seat without an answer stands open", () => {
  draw([bids("3", "", "", "")]);

  assert.deepEqual(states(".row"), ["done", "open", "later", "later"]);
});

test("three questions stand open at a time", () => {
  draw(
    ["a", "b", "c", "d", "e"].map((name) => ask(name, BIDS, { given: name === "b" ? "3" : "" })),
  );

  assert.deepEqual(states(".ask"), ["open", "done", "open", "open", "later"]);
});

test("a question with its usual answer waits for those before it", () => {
  const doubled = ask("doubled", ["no", "X"], { given: "no", isUsual: true });
  draw([ask("contract", BIDS), doubled]);
  assert.deepEqual(states(".ask"), ["open", "later"]);

  draw([ask("contract", BIDS, { given: "3" }), doubled, ask("tricks", BIDS)]);
  assert.deepEqual(states(".ask"), ["done", "open", "open"]);

  draw([bids("3", "4"), doubled]);
  assert.deepEqual(states(".ask"), ["open", "open"]);
});

test("a tapped answer becomes one line that says it, and the next seat has its turn", () => {
  draw([bids("", "", "")]);

  tap("bids.0-4");

  assert.deepEqual(states(".row"), ["done", "open", "later"]);
  assert.equal(placeOf("bids.0-4").querySelector(".said b").textContent, "4");
});

test("an answer that is opened again stays open while others come in", () => {
  draw([bids("3", "", "")]);
  placeOf("bids.0-3").querySelector("button.said").click();
  assert.equal(document.activeElement.id, "bids.0-3");

  tap("bids.1-4");
  assert.deepEqual(states(".row"), ["open", "done", "later"]);

  tap("bids.0-4");
  assert.deepEqual(states(".row"), ["done", "done", "open"]);
});

test("the same answer tapped again folds it too", () => {
  draw([bids("3", "")]);
  placeOf("bids.0-3").querySelector("button.said").click();

  tap("bids.0-3");

  assert.deepEqual(states(".row"), ["done", "open"]);
});

test("what has a fault neither folds nor waits", () => {
  const rows = ["", "", ""].map((_, seat) =>
    row(`bids.${seat}`, BIDS, { fault: seat === 2 ? "Bid at least 3." : "" }),
  );
  draw([seats("Bids", ...rows)]);
  assert.deepEqual(states(".row"), ["open", "later", "open"]);

  tap("bids.2-3");

  assert.deepEqual(states(".row"), ["open", "later", "open"]);
});

test("a question of two groups folds with the second, and says what the server will", () => {
  const contract = `<fieldset class="ask"><legend>Contract</legend><button class="said"><b></b></button>
    <label class="key"><input type="radio" id="level-4" name="contract.0" value="4"><span>4</span></label>
    <label class="key"><input type="radio" id="suit-S" name="contract.1" value="S"><span>♠</span></label>
    </fieldset>`;
  draw([contract, ask("declarer", ["0", "1"])]);

  tap("level-4");
  assert.equal(next().querySelector("input").name, "contract.0");

  tap("suit-S");
  assert.equal(next().querySelector("input").name, "declarer");
  assert.equal(placeOf("suit-S").querySelector(".said b").textContent, "");
});

test("it goes forward from what was answered last, and back only when nothing is left there", () => {
  draw([ask("a", BIDS), ask("b", BIDS), ask("c", BIDS)]);

  tap("b-3");
  assert.equal(next().querySelector("input").name, "c");
  tap("c-3");
  assert.equal(next(), undefined);
  assert.equal(waiting()[0].querySelector("input").name, "a");
});

test("what may be left out is not waited for, and says nothing about where to go on", () => {
  draw([ask("a", BIDS), ask("b", BIDS), ask("more", BIDS, { classes: "ask more" })]);
  tap("a-3");

  tap("more-3");

  assert.deepEqual(
    waiting().map((place) => place.querySelector("input").name),
    ["b"],
  );
  assert.equal(next().querySelector("input").name, "b");
});

test("a number with a sign has the keypad of a telephone", () => {
  draw([`<div class="stepper signed"><input type="text" id="points" name="points"></div>`]);

  assert.equal(byId("points").inputMode, "tel");
});
