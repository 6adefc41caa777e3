// What happens at once when an answer is tapped or typed, before the server has heard of it.
import { one } from "../dom.js";
import { tapped } from "./early_taps.js";
import { moveOn } from "./focus.js";
import { answer, fold, nameOf, reopened } from "./folding.js";
import { rank } from "./order.js";
import { show } from "./scrolling.js";
import "./stepper.js";

const answered = (input) => {
  if (!answer(input)) return;
  show();
  moveOn();
};

// the entries offered for deletion belong to the refused attempt, not to a new one
document.addEventListener(
  "change",
  (event) => {
    if (event.target.name === "also") event.stopPropagation();
  },
  true,
);

document.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "pad") return;
  if (target.closest(".order")) rank(target);
  if (target.closest(".by")) scrollTo(0, 0);
  answered(target);
  tapped(target);
});

document.addEventListener("input", ({ target }) => {
  if (target.form?.id === "pad" && target.type === "text") tapped(target);
});

/** Open a question that was folded into one line. */
const unfold = (place) => {
  reopened.add(nameOf(place));
  place.classList.remove("done", "later");
  (one("input:checked", place) || one("input", place))?.focus();
  fold();
};

document.addEventListener("click", ({ target }) => {
  const said = target.closest("button.said");
  if (said) unfold(said.closest(".row, .ask"));
  if (target.matches("#pad [type=radio][checked]")) answered(target); // the same again
  const more = target.closest("#pad .more > summary")?.parentElement;
  if (more?.open) reopened.delete(nameOf(more));
  else if (more) reopened.add(nameOf(more));
});
