// Pairs by two taps: on one name, then on the other; a tap on a pair parts it. What is tapped is
// chosen in the menus of the form, which are all there is without scripts.
import { all, one } from "../dom.js";
import { say } from "../say.js";
import { button, element } from "../unsent/elements.js";

let waitingName = ""; // the name of the menu whose player was tapped before

const pairMenus = () => all("[data-pairs] select");

const nameOfMenu = (menu) => one("span", menu.closest("label")).textContent;

/** The players who stay together, by their pair's number: the pairs, then each who has none. */
const pairGroups = () => {
  const pairs = new Map();
  for (const menu of pairMenus()) {
    const key = menu.value || menu.name;
    pairs.set(key, [...(pairs.get(key) || []), menu]);
  }
  return [...pairs.values()].sort((a, b) => !a[0].value - !b[0].value);
};

/** The first number that no pair has. */
const freePairNumber = () => {
  const taken = pairMenus().map((menu) => menu.value);
  return [...pairMenus()[0].options].find(
    (option) => option.value && !taken.includes(option.value),
  );
};

const putIntoPair = (here, number) => {
  for (const menu of here) menu.value = number;
};

const tapPlayer = (here) => {
  const other = pairMenus().find((menu) => menu.name === waitingName);
  waitingName = "";
  if (here[0].value) putIntoPair(here, "");
  else if (!other || other.value) waitingName = here[0].name;
  else if (other !== here[0]) putIntoPair([other, here[0]], freePairNumber().value);
  showPairs();
};

const pairKey = (here) => {
  const names = here.map(nameOfMenu).join(" & ");
  const key = button("", () => tapPlayer(here));
  key.append(element("span", { textContent: names }));
  key.className = "key";
  key.ariaPressed = String(Boolean(here[0].value) || here[0].name === waitingName);
  return key;
};

const showPairs = () => {
  const place = one("[data-pairs]");
  if (!place) return;
  place.hidden = true;
  one("[data-tapped]")?.remove();
  const keys = element("div", { className: "keys names" }, ...pairGroups().map(pairKey));
  keys.dataset.cols = 2;
  const hint = say("Tap two names to make a pair. Tap a pair to part it.");
  const shown = element("div", {}, element("p", { className: "hint", textContent: hint }), keys);
  shown.dataset.tapped = "";
  place.after(shown);
};

document.addEventListener("htmx:after:swap", showPairs);
addEventListener("pageshow", showPairs); // the browser may have put menus back
showPairs();
