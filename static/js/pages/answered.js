// The wide key of a board's result is pale until nothing is missing. The server says so with each
// answer; without a network the page has to see it.
import { all, one } from "../dom.js";

/** Whether no question of a form is left to answer: each of those that must be has an answer, or a
 * key beside the wide one answers them all. */
const isAnswered = (form) =>
  one("[type=checkbox]:checked", form) ||
  all("[type=radio]:not(.more *)", form).every(({ name }) =>
    one(`[name="${CSS.escape(name)}"]:checked`, form),
  );

document.addEventListener("change", ({ target: { form } }) => {
  if (!form?.matches("[data-saves]")) return;
  one(".main", form).toggleAttribute("data-wait", !isAnswered(form));
});
