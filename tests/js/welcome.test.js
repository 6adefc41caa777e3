import "./window.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, tell } from "./pads.js";

const draw = () => {
  document.body.innerHTML = '<details id="welcome" open><summary>New here?</summary></details>';
};

draw();
await import("../../static/js/welcome.js");

test("hints stay until they are folded away, and come back no more", () => {
  tell("after:swap", {});
  assert.ok(byId("welcome"));

  const hints = byId("welcome");
  hints.open = false;
  hints.dispatchEvent(new Event("toggle"));

  assert.equal(byId("welcome"), null);
  assert.equal(localStorage.welcomed, "1");
  draw();
  tell("after:swap", {});
  assert.equal(byId("welcome"), null);
});
