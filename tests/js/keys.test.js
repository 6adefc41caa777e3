import "./window.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ask, byId, given, order, page, press, row, seats, tap, type, typed } from "./pads.js";

await import("../../static/js/pad/answers.js");
await import("../../static/js/pad/arrows.js");
await import("../../static/js/pad/leading.js");
await import("../../static/js/pad/typed_list.js");
await import("../../static/js/menu.js");
const { fold } = await import("../../static/js/pad/folding.js");

const focused = () => document.activeElement.id || document.activeElement.className;

const bids = () => [seats("Bids", row("bids.0", ["3", "4", "5"]), row("bids.1", ["3", "4"]))];

let scrolled = []; // to which heights

beforeEach(() => {
  scrolled = [];
  globalThis.scrollTo = (to) => scrolled.push(to);
});

test("arrows go from one answer to the next, and around, and give none", () => {
  page(bids());
  byId("bids.0-3").focus();

  assert.equal(press("ArrowRight"), false);
  assert.equal(focused(), "bids.0-4");
  press("ArrowUp");
  press("ArrowLeft");
  assert.equal(focused(), "bids.0-5");
  press("ArrowDown");
  assert.equal(focused(), "bids.0-3");
  assert.deepEqual(given(), {});
});

test("arrows pass over what cannot be pressed", () => {
  page(bids());
  byId("bids.0-4").disabled = true;
  byId("bids.0-3").focus();

  press("ArrowRight");

  assert.equal(focused(), "bids.0-5");
});

test("a digit answers a question of numbers, and the focus goes on", () => {
  page(bids());
  fold();

  assert.equal(press("4"), false);
  assert.deepEqual(given()["bids.0"], ["4"]);
  assert.equal(focused(), "bids.1-3");
  press("3");
  assert.deepEqual(given()["bids.1"], ["3"]);
});

test("of 1 and 10 the digit takes the focus, and Enter or another digit decides", () => {
  const answers = ["0", "1", "10", "11"];
  page([seats("Bids", row("bids.0", answers), row("bids.1", answers))]);
  fold();

  press("1");
  assert.deepEqual([focused(), given()], ["bids.0-1", {}]);
  press("Enter");
  assert.deepEqual(given()["bids.0"], ["1"]);
  press("1");
  press("1");
  assert.deepEqual(given()["bids.1"], ["11"]);
});

test("a digit is no answer where the answers are words, nor in a text", () => {
  page([ask("doubled", ["no", "X"]), typed("points.0")]);
  fold();
  assert.ok(press("1"));
  byId("points.0").focus();
  assert.ok(press("1"));
  assert.equal(given().doubled, undefined);
});

test("a barred number takes no digit", () => {
  page(bids());
  fold();
  byId("bids.0-4").disabled = true;

  assert.ok(press("4"));

  assert.deepEqual(given(), {});
});

test("other keys, and arrows in a text, are left to the browser", () => {
  page([...bids(), typed("points.0")]);
  byId("bids.0-3").focus();
  assert.ok(press("Tab"));
  byId("points.0").focus();
  assert.ok(press("ArrowLeft"));
  assert.equal(focused(), "points.0");
});

test("a key of the keyboard takes the focus along to the next question", () => {
  page(bids());
  fold();
  byId("bids.0-3").focus();
  press(" ");

  byId("bids.0-3").click();

  assert.equal(focused(), "bids.1-3");
});

test("a finger that answered gets no keyboard for the text that comes next", () => {
  page([ask("bid", ["3"]), `<fieldset class="ask later">${typed("points.0")}</fieldset>`]);
  byId("bid-3").focus();

  tap("bid-3");
  assert.equal(focused(), "row");

  page([ask("bid", ["3"]), `<fieldset class="ask later">${typed("points.0")}</fieldset>`]);
  byId("bid-3").focus();
  press(" ");
  byId("bid-3").click();
  assert.equal(focused(), "points.0");
});

test("a name goes behind the others with a tap, and out again with another", () => {
  page([order("out", ["Ann", "Ben", "Cat"])]);

  tap("out-Cat");
  tap("out-Ann");
  assert.deepEqual(given(), { "out.0": ["Cat"], "out.1": ["Ann"] });
  assert.equal(byId("out-Ben").name, "out.2");
  assert.equal(byId("out-Ben").type, "radio");

  tap("out-Ben");
  assert.deepEqual(given(), { "out.0": ["Cat"], "out.1": ["Ann"], "out.2": ["Ben"] });
  tap("out-Cat");
  assert.deepEqual(given(), { "out.0": ["Ann"], "out.1": ["Ben"] });
});

test("Enter goes to the next number, and saves behind the last", () => {
  page([seats("Points", typed("points.0"), typed("points.1"))], { main: "save" });
  const sent = [];
  byId("pad").requestSubmit = (key) => sent.push(key.value);
  byId("points.0").focus();

  press("Enter");
  assert.equal(focused(), "points.1");
  assert.deepEqual(sent, []);

  press("Enter");
  assert.deepEqual(sent, ["save"]);
  assert.notEqual(focused(), "points.1");
});

test("the keys beside a number count, from what is suggested if nothing is typed", () => {
  const stepper = `<div class="stepper"><button type="button" id="turn" data-step="">±</button>
    <button type="button" id="less" data-step="-1">−</button>
    <input type="text" id="bags" name="bags" placeholder="5">
    <button type="button" id="more" data-step="1">+</button></div>`;
  page([stepper]);
  const value = (...keys) => {
    for (const key of keys) byId(key).click();
    return byId("bags").value;
  };

  assert.equal(value("more"), "6");
  assert.equal(value("less", "less"), "4");
  assert.equal(value("turn"), "-4");
  byId("bags").value = "12 + 8−3";
  assert.equal(value("more"), "18");
  byId("bags").value = "١٢ + ８−۳"; // Arabic, fullwidth and Persian digits
  assert.equal(value("more"), "18");
  byId("bags").value = "0";
  assert.equal(value("turn"), "-");
  assert.equal(focused(), "bags");
  assert.equal(value("turn"), "");
});

test("the wide key leads to the question that it names", () => {
  page(bids(), { leads: "bids.1" });
  fold();
  const place = byId("bids.1-3").closest(".row");
  assert.ok(place.classList.contains("later"));

  submit("keep");

  assert.equal(focused(), "bids.1-3");
  assert.ok(place.classList.contains("here"));
  fold();
  assert.ok(!place.classList.contains("later"));
});

test("the wide key leads to what waits if its question has just been answered", () => {
  page(bids(), { leads: "bids" });
  fold();
  tap("bids.0-3");

  submit("keep");

  assert.equal(focused(), "bids.1-3");
});

test("the wide key opens what its question is folded into, and keeps it open", () => {
  const folded = `<details class="ask more"><summary>Bags</summary>${ask("bags", ["1", "2"])}</details>`;
  page([folded], { leads: "bags" });

  submit("keep");
  fold();

  assert.ok(document.querySelector("details.more").open);
});

test("the key that saves leads nowhere", () => {
  page(bids(), { main: "save", leads: "bids" });

  submit("save");

  assert.equal(document.querySelector(".here"), null);
});

test("what may be struck is no answer to the question", () => {
  page([`${ask("bid", ["3"])}<input type="checkbox" id="also" name="also" value="1">`]);
  let heard = 0;
  byId("pad").addEventListener("change", () => {
    heard += 1;
  });

  byId("also").click();
  assert.equal(heard, 0);
  tap("bid-3");
  assert.equal(heard, 1);
});

test("the page stays where it is if the next question is seen from its top", () => {
  page(bids());
  const height = (id, top, bottom) => {
    byId(id).closest(".row").getBoundingClientRect = () => ({ top, bottom });
  };
  height("bids.1-3", 600, 700);
  tap("bids.0-3");
  assert.deepEqual(scrolled, [{ top: 0 }]);

  height("bids.0-3", 900, 1000);
  tap("bids.1-3"); // what is left stands below the screen
  assert.deepEqual(scrolled.slice(1), []);
});

test("Escape closes the menu", () => {
  page(bids());
  const menu = document.querySelector(".menu");
  menu.open = true;

  press("Escape");

  assert.ok(!menu.open);
  assert.equal(document.activeElement.tagName, "SUMMARY");
});

test("what is typed is an answer at once, and once more when it is left", async () => {
  const { onTap } = await import("../../static/js/pad/early_taps.js");
  page([typed("points.0"), ask("bid", ["3"])]);
  type("points.0", "12");
  tap("bid-3");

  const kept = [];
  onTap((input) => kept.push(input.id));
  assert.deepEqual(kept.slice(-3), ["points.0", "points.0", "bid-3"]);
  tap("bid-3");
  assert.equal(kept.at(-1), "bid-3");
});

const submit = (value) => {
  const submitter = document.querySelector(".act .main");
  assert.equal(submitter.value, value);
  byId("pad").dispatchEvent(new SubmitEvent("submit", { bubbles: true, submitter }));
};
