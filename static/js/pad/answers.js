// What happens at once when an answer is tapped or typed, before the server has heard of it.
import { all, one } from "../dom.js";
import { tapped } from "./early_taps.js";
import { moveOn } from "./focus.js";
import { answer, CELL_KEYS, fold, nameOf, reopened } from "./folding.js";
import { rank } from "./order.js";
import { show } from "./scrolling.js";
import "./stepper.js";

const answered = (input) => {
  const isAnswered = answer(input);
  const more = input.closest(".more");
  const hasBlank = more && one('input:checked[value=""]', more); // one of two that belong together
  if (hasBlank) show(more);
  if (!isAnswered || hasBlank) return;
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
  if (target.type === "text") fold();
  answered(target);
  tapped(target);
});

document.addEventListener("input", ({ target }) => {
  if (target.form?.id !== "pad" || target.type !== "text") return;
  fold();
  tapped(target);
});

/** Open a question that was folded into one line; a cell of the table shuts by another tap. */
const unfold = (place) => {
  const name = nameOf(place);
  const shuts = reopened.has(name);
  if (place.matches(CELL_KEYS)) for (const row of all(CELL_KEYS)) reopened.delete(nameOf(row));
  if (shuts) return fold();
  reopened.add(name);
  place.classList.remove("done", "later");
  (one("input:checked", place) || one("input", place))?.focus();
  fold();
};

/** The cell of the table that a tap on a player's row means: the last that has been asked. */
const cellOf = (target) => {
  if (target.closest(".said, output")) return target.closest(".said");
  const row = target.closest(".players tbody tr");
  return row && all(".said", row).findLast((cell) => one("b", cell).textContent);
};

document.addEventListener("click", (event) => {
  const { target } = event;
  const said = cellOf(target);
  if (said) event.preventDefault(); // without this script it is a link to the keys
  if (said) unfold(document.getElementById(said.hash?.slice(1)) || said.closest(".row, .ask"));
  if (target.matches("#pad [type=radio][checked]")) answered(target); // the same again
  const more = target.closest("#pad .more > summary")?.parentElement;
  if (more?.open) reopened.delete(nameOf(more));
  else if (more) reopened.add(nameOf(more));
});
