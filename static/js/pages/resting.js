// The key that saves a form rests while the form says what it said when it came.
import { all, one } from "../dom.js";

const filledIn = (form) => new URLSearchParams(new FormData(form)).toString();

for (const form of all("form[data-rests]")) {
  const key = one(".act .main", form);
  const why = document.createElement("span");
  why.className = "sub";
  why.textContent = form.dataset.rests;
  const before = filledIn(form);
  const look = () => {
    const isSame = filledIn(form) === before;
    key.toggleAttribute("data-wait", isSame);
    if (isSame) key.append(why);
    else why.remove();
  };
  look();
  // a name that is dragged or swapped changes without an event of its own
  for (const kind of ["input", "change", "click", "pointerup"]) {
    form.addEventListener(kind, () => setTimeout(look));
  }
}
