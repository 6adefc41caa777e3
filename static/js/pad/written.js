// Highlights for a moment what a saved deal has changed: its row, and each new total.
import { all, one } from "../dom.js";

const WHERE = ".totals output";

let totals = []; // as they stood before the answer came, with the link that says whose
let newest; // the number of the newest deal then

const numberOf = (row) => row?.querySelector(".no").textContent;

document.addEventListener("htmx:before:swap", () => {
  totals = all(WHERE).map((total) => total.innerHTML);
  newest = numberOf(one(".deals > .deal"));
});

document.addEventListener("htmx:after:swap", () => {
  const row = one(".deals > .deal");
  if (Number(numberOf(row)) <= Number(newest)) return; // undone, or nothing was saved
  const changed = all(WHERE).filter((total) => !totals.includes(total.innerHTML));
  for (const place of [row, ...changed]) place?.classList.add("fresh");
});
