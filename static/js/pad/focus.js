// The focus moves on as questions are answered.
import { one } from "../dom.js";
import { next } from "./folding.js";

let byKey = false; // whether a keyboard was used last, and no finger

document.addEventListener(
  "pointerdown",
  () => {
    byKey = false;
  },
  true,
);

document.addEventListener(
  "keydown",
  () => {
    byKey = true;
  },
  true,
);

/** Focus the chosen answer in this place, else its first field, else the place itself. */
export const focusOn = (place, { asked = false } = {}) => {
  let to =
    one("input:checked", place) || one("input:not([type=hidden], :disabled)", place) || place;
  if (!byKey && !asked && to.type === "text") to = place; // a thumb has asked for no keyboard yet
  if (to === place && !place.matches("button")) place.tabIndex = -1;
  to.focus({ preventScroll: true });
};

/** Move the focus to the next question, if it is on one that has just folded away. */
export const moveOn = () => {
  const at = document.activeElement;
  // a key that the answers before it bar keeps the focus until the page is drawn
  const folded = at.matches("input:disabled, :is(.done, .later, details:not([open])) input");
  if (folded || (byKey && at === document.body)) focusOn(next() || one(".act .main"));
};
