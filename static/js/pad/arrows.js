// By keyboard: arrow keys move between answers without choosing one; the space bar and Enter choose
// the one that has the focus, and a digit chooses a number.
import { all, one } from "../dom.js";
import { next, waiting } from "./folding.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const isAnswer = (input) =>
  input.form?.id === "pad" && (input.type === "radio" || Boolean(input.closest(".order")));

const isTyped = (target) => target.matches("[type=text], [type=search], textarea, select");

/** The answers to the question of this one that can be chosen. */
const answersBeside = (input) => {
  const order = input.closest(".order");
  const group = `input[type=radio][name="${CSS.escape(input.name)}"]:not(:disabled)`;
  return order ? all("input", order) : all(group, input.form);
};

let digits = ""; // so far, of a number that may have one more
let digitsFor = ""; // the name of the field that they are for

/** Answer a question of numbers by a digit: the one that has the focus, else the next. Of 1 and 10
 * the 1 takes the focus: Enter takes it, and a 0 makes it 10. Returns whether there was a number. */
const typeDigit = (digit, target) => {
  const asked = next() || waiting()[0];
  const place = isAnswer(target) ? target : asked && one("[type=radio]", asked);
  if (!place || one(".menu[open], dialog[open]")) return false;
  const answers = answersBeside(place);
  const begin = (text) => answers.filter(({ value }) => value.startsWith(text));
  const longer = digitsFor === place.name ? digits + digit : digit;
  const text = begin(longer).length ? longer : digit;
  const found = begin(text);
  if (!found.length || !found.every(({ value }) => /^\d+$/.test(value))) return false;
  const exact = found.find(({ value }) => value === text);
  const isWhole = exact && found.length === 1;
  [digits, digitsFor] = isWhole ? ["", ""] : [text, place.name];
  (exact || found[0]).focus();
  if (isWhole) exact.click();
  return true;
};

document.addEventListener(
  "keydown",
  (event) => {
    const { target, key } = event;
    if ((event.ctrlKey || event.metaKey) && key === "z" && !isTyped(target)) {
      event.preventDefault();
      return one(".act [value=undo]")?.click();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isDigitKey = key >= "0" && key <= "9" && key.length === 1;
    if (isDigitKey && !isTyped(target)) {
      if (typeDigit(key, target)) event.preventDefault();
      return;
    }
    digits = "";
    if (!isAnswer(target)) return;
    if (key === "Enter") {
      event.preventDefault();
      target.click();
    }
    if (!STEPS[key]) return;
    event.preventDefault();
    const answers = answersBeside(target);
    answers.at((answers.indexOf(target) + STEPS[key]) % answers.length).focus();
  },
  true,
);
