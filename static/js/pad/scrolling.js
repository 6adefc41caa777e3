import { one } from "../dom.js";
import { next, waiting } from "./folding.js";

/** Scroll to this question, the next one by default; to the top if it is seen whole from there. */
export const show = (place = next() || waiting()[0]) => {
  if (!place || !one("#pad")) return;
  const { top, bottom } = place.getBoundingClientRect();
  const room = innerHeight - (one(".act")?.offsetHeight || 0);
  // not `.totals, .bar`: that finds the bar, and what was asked lay under the totals
  const head = one(".totals:not(.players)") || one(".bar");
  const edge = Math.max(8, head.getBoundingClientRect().bottom);
  // a table of players scrolls too, and is seen as far as the question below it leaves room
  const down = one(".players") ? Math.min(bottom - room, top - edge) : top - edge;
  scrollTo({ top: scrollY + bottom < room ? 0 : scrollY + down });
};
