import "./window.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, tell } from "./pads.js";

const draw = (game) => {
  document.body.innerHTML = `<details id="welcome" data-game="${game}" open><summary>First game?</summary></details>`;
};

draw("spades");
await import("../../static/js/welcome.js");

test("hints stay until they are folded away, and come back no more", () => {
  tell("after:swap", {});
  assert.ok(byId("welcome"));

  const hints = byId("welcome");
  hints.open = false;
  hints.dispatchEvent(new Event("toggle"));

  assert.equal(byId("welcome"), null);
  assert.match(localStorage.welcomed, /spades/);
  draw("spades");
  tell("after:swap", {});
  assert.equal(byId("welcome"), null);
});

test("another game has hints of its own", () => {
  draw("bridge");
  tell("after:swap", {});
  assert.ok(byId("welcome"));
});
