// Hints for somebody's first game of its kind. Once they are folded away, the phone no longer shows
// them.
import { one } from "./dom.js";

const known = new Set();
try {
  for (const game of (localStorage.welcomed || "").split(" ")) known.add(game);
} catch {
  // private mode: they stay away as long as the page lasts
}

const tidy = () => {
  const hints = one("#welcome");
  if (known.has(hints?.dataset.game)) hints.remove();
};

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.id !== "welcome" || target.open) return;
    known.add(target.dataset.game);
    try {
      localStorage.welcomed = [...known].join(" ");
    } catch {
      // private mode
    }
    tidy();
  },
  true,
);

document.addEventListener("htmx:after:swap", tidy);
tidy();
