import { one } from "../dom.js";
import { next, waiting } from "./folding.js";

/** Scroll to this question, the next one by default; to the top if it is seen whole from there. */
export const show = (place = next() || waiting()[0]) => {
  if (!place || !one("#pad")) return;
  const { top, bottom } = place.getBoundingClientRect();
  const room = innerHeight - (one(".act")?.offsetHeight || 0);
  // not `.totals, .bar`: that finds the bar, and what was asked lay under the totals
  const head = one(".totals") || one(".bar");
  const edge = Math.max(8, head.getBoundingClientRect().bottom);
  scrollTo({ top: scrollY + bottom < room ? 0 : scrollY + top - edge });
};
