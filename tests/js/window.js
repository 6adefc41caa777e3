// A browser's window in Node, as global as the scripts expect it. Time stands still until a test
// lets it pass: `mock.timers.tick(ms)`.

import { mock } from "node:test";

const { Window } = await import("../../.cache/js/node_modules/happy-dom/lib/index.js");

const window = new Window({ url: "https://scores.example/t/table1" });

const NAMES = [
  ..."window document localStorage location navigator history CSS DOMParser".split(" "),
  ..."CustomEvent Event FormData KeyboardEvent Node SubmitEvent".split(" "),
];
for (const name of NAMES) {
  const value = name === "window" ? window : window[name];
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
for (const name of ["addEventListener", "scrollTo"]) globalThis[name] = window[name].bind(window);
Object.assign(globalThis, { innerHeight: 740, scrollY: 0 });

mock.timers.enable({ apis: ["setInterval", "setTimeout", "Date"], now: 1_000_000 });
