// The focus goes forward with what is answered.
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

/** Focus the answer in this place that is given, else its first field, else the place itself. */
export const focusOn = (place, { asked = false } = {}) => {
  let to = one("input:checked", place) || one("input:not([type=hidden])", place) || place;
  if (!byKey && !asked && to.type === "text") to = place; // a thumb has asked for no keyboard yet
  if (to === place && !place.matches("button")) place.tabIndex = -1;
  to.focus({ preventScroll: true });
};

/** Take the focus along to what comes next, if it stands on what has just folded away. */
export const moveOn = () => {
  const at = document.activeElement;
  const folded = at.matches("input") && at.closest(".done, .later, details:not([open])");
  if (folded || (byKey && at === document.body)) focusOn(next() || one(".act .main"));
};
