// The keys beside a number: one less, one more, and its sign.
import { one } from "../dom.js";

// the fields are not type=number: browsers drop the digits of other scripts from those
const isDigit = (code) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** A digit of any script as one of ours: each script has its ten in a row. */
const ours = (digit) => {
  const code = digit.codePointAt(0);
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value++;
  return value;
};

/** What a sum comes to: `12+8-3` is 17, and what is no number counts nothing. */
const sum = (text) => {
  const terms =
    text
      .replace(/\s/g, "")
      .replaceAll("−", "-")
      .replace(/\p{Nd}/gu, ours)
      .match(/[+-]?\d+/g) || [];
  return terms.reduce((total, term) => total + Number(term), 0);
};

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-step]");
  if (!key) return;
  const input = one("input", key.parentElement);
  const value = sum(input.value || input.placeholder);
  const turned = -value || (input.value === "-" ? "" : "-"); // a minus waits for its number
  input.value = key.dataset.step ? value + Number(key.dataset.step) : turned;
  if (input.value === "-") input.focus();
  else input.dispatchEvent(new Event("change", { bubbles: true }));
});
