import "./window.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, tell } from "./pads.js";

let clicks = 0;
const buzzes = [];
let isReduced = false;
const node = () => ({
  frequency: {},
  gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
  connect: (next) => next,
  start: () => {
    clicks += 1;
  },
  stop() {},
});
globalThis.AudioContext = class {
  currentTime = 0;
  createOscillator = node;
  createGain = node;
  resume() {}
};
globalThis.matchMedia = () => ({ matches: isReduced });
navigator.vibrate = (ms) => buzzes.push(ms);

document.body.innerHTML = `
  <label hidden><input type="checkbox" id="feedback"></label>
  <form id="pad"><p id="message" class="message good">Deal 1 saved.</p></form>`;
await import("../../static/js/feedback.js");

const save = (message, key = "save") => {
  byId("message").className = message;
  byId("pad").dispatchEvent(new Event("submit", { bubbles: true }));
  tell("after:swap", { request: { body: new URLSearchParams({ do: key }) } });
};

const turn = (on) => {
  byId("feedback").checked = on;
  byId("feedback").dispatchEvent(new Event("change", { bubbles: true }));
  clicks = 0;
  buzzes.length = 0;
};

test("the switch is shown, off, and nothing is heard", () => {
  assert.equal(byId("feedback").closest("label").hidden, false);
  assert.equal(byId("feedback").checked, false);

  save("message good");

  assert.deepEqual([clicks, buzzes.length], [0, 0]);
});

test("a saved deal clicks and buzzes once it is on, and the phone keeps that", () => {
  turn(true);

  save("message good");

  assert.deepEqual([clicks, buzzes.length], [1, 1]);
  assert.equal(localStorage.feedback, "1");
});

test("what was refused, and any other key, is silent", () => {
  turn(true);

  save("message bad");
  save("message good", "undo");

  assert.deepEqual([clicks, buzzes.length], [0, 0]);
});

test("where motion is to be reduced it clicks and does not buzz", () => {
  turn(true);
  isReduced = true;

  save("message good");

  assert.deepEqual([clicks, buzzes.length], [1, 0]);
  isReduced = false;
});

test("switched off it is silent again", () => {
  turn(false);

  save("message good");

  assert.deepEqual([clicks, buzzes.length], [0, 0]);
  assert.equal(localStorage.feedback, "0");
});
