// Hints for somebody's first game. Once they are folded away the phone shows them no more.
import { one } from "./dom.js";

let isKnown = false;
try {
  isKnown = localStorage.welcomed === "1";
} catch {
  // private mode: they stay away as long as the page lasts
}

const tidy = () => {
  if (isKnown) one("#welcome")?.remove();
};

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.id !== "welcome" || target.open) return;
    isKnown = true;
    try {
      localStorage.welcomed = 1;
    } catch {
      // private mode
    }
    tidy();
  },
  true,
);

document.addEventListener("htmx:after:swap", tidy);
tidy();
