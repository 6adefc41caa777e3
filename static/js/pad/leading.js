// The wide key leads to the question that it names.
import { all, one } from "../dom.js";
import { focusOn } from "./focus.js";
import { nameOf, reopened, waiting } from "./folding.js";
import { show } from "./scrolling.js";

/** Frame this question, and no other, and scroll to it. */
export const mark = (place) => {
  for (const old of all(".here")) old.classList.remove("here");
  place.classList.add("here");
  show(place);
};

/** The question of this name, or the first that waits if that is answered but not yet sent. */
const namedPlace = (name) => {
  const escaped = CSS.escape(name);
  const input = one(`#pad :is([name="${escaped}"], [name^="${escaped}."]):not([type=hidden])`);
  const place = input?.closest(".row, .catch") || input?.closest(".ask");
  return place && !place.matches(".done") ? place : waiting()[0];
};

/** Go to the question that the wide key names. Returns whether there was one. */
export const lead = () => {
  const name = one(".act .main")?.dataset.next;
  const place = name && namedPlace(name);
  if (!place) return false;
  for (let out = place; out && out.id !== "pad"; out = out.parentElement) {
    if (!out.matches(".later, details")) continue;
    reopened.add(nameOf(out));
    out.classList.remove("later");
    out.open = true;
  }
  mark(place);
  focusOn(place, { asked: true });
  return true;
};

document.addEventListener("submit", (event) => {
  if (event.submitter?.value === "keep") lead();
});
