import "./window.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { tell } from "./pads.js";

await import("../../static/js/pad/written.js");

const draw = (totals, ...numbers) => {
  const rows = numbers.map((no) => `<li class="deal"><span class="no">${no}</span></li>`);
  document.body.innerHTML = `<section class="totals">${totals
    .map((total) => `<output>${total}</output>`)
    .join("")}</section><ol class="deals">${rows.join("")}</ol>`;
};

const answered = (totals, ...numbers) => {
  tell("before:swap", {});
  draw(totals, ...numbers);
  tell("after:swap", {});
  return [...document.querySelectorAll(".fresh")].map((place) => place.textContent);
};

test("a saved deal and the totals that it changed stand out", () => {
  draw([60, 0], 1);
  assert.deepEqual(answered([121, 0], 2, 1), ["121", "2"]);
});

test("the first deal stands out", () => {
  draw([0, 0]);
  assert.deepEqual(answered([60, 61], 1), ["60", "61", "1"]);
});

test("what is undone, or only answered, does not", () => {
  draw([121, 0], 2, 1);
  assert.deepEqual(answered([60, 0], 1), []);
  assert.deepEqual(answered([60, 0], 1), []);
});
