// Merges saved answers into the current page, except where another phone has answered since.
import { one } from "../dom.js";
import { fold } from "../pad/folding.js";
import { whenReleased } from "../pressed.js";
import { say } from "../say.js";
import { button, element } from "./elements.js";
import { apply } from "./filling.js";
import {
  chosen,
  dealNumber,
  drawn,
  form,
  label,
  named,
  placeOf,
  same,
  seen,
  sendsByItself,
  table,
  words,
} from "./pad.js";
import { follow } from "./queue.js";
import { tell } from "./status.js";
import { drop, put, taps } from "./store.js";

/** What becomes of a saved answer, given the current page: it is `over`, waits for another deal
 * (`away`), is in `dispute`, or `stands` and is put into the page. */
const fateOf = (tap) => {
  if (tap.deal !== dealNumber()) return tap.done ? "over" : "away";
  const has = drawn(tap.field);
  const version = seen(tap.field);
  if (same(has, tap.values) && (version || !tap.values.join(""))) return "over";
  const isOurs = version === tap.seen || tap.mine.some((values) => same(values, has));
  return isOurs ? "stands" : "dispute";
};

/** Bring the page behind the deals that wait, put the saved answers into it, and send those that
 * are due. */
export const merge = () => whenReleased(mergeNow);

const mergeNow = () => {
  const pad = form();
  if (!pad || "typed" in pad.dataset) return;
  follow();
  let due = false;
  const disputes = new Map(); // of each place, the answers
  for (const tap of taps(table())) {
    const fate = fateOf(tap);
    if (fate === "over") drop(tap);
    if (fate === "dispute") {
      const [input] = named(tap.field).filter((field) => field.type !== "hidden");
      const place = input && placeOf(input);
      if (place) disputes.set(place, [...(disputes.get(place) || []), tap]);
    }
    if (fate === "stands") {
      apply(tap);
      due ||= tap.due && !tap.done;
    }
  }
  for (const [place, items] of disputes) dispute(place, items);
  fold();
  if (due && window.htmx) sendDue(pad);
  tell();
};

const sendDue = (pad) => {
  if (sendsByItself()) pad.dispatchEvent(new Event("change", { bubbles: true }));
  else pad.requestSubmit(one(".act .main"));
};

/** Ask which answer counts: another phone's, or the one saved here. */
const dispute = (place, items) => {
  const theirs = words(chosen(place, "[checked]"));
  const ours = items.at(-1).said.slice(label(place).length).trim();
  const textContent = theirs
    ? say("Another phone entered {theirs}; you entered {ours}.", { theirs, ours })
    : say("Another phone cleared this; you entered {ours}.", { ours });
  const told = element("p", { className: "fault", textContent });
  const decide = (then) => () => {
    told.remove();
    keys.remove();
    then();
  };
  const useOurs = button(
    ours ? say("Use {answer}", { answer: ours }) : say("Use mine"),
    decide(() => insist(items)),
  );
  const useTheirs = button(
    theirs ? say("Use {answer}", { answer: theirs }) : say("Leave blank"),
    decide(() => giveUp(items)),
  );
  const keys = element("p", { className: "acts" }, useOurs, useTheirs);
  delete place.dataset.done;
  place.classList.remove("done", "later");
  place.append(told, keys);
  for (let out = place; out !== form(); out = out.parentElement) {
    if (out.matches("details")) out.open = true;
  }
};

/** Keep these answers although another phone has answered since. */
const insist = (items) => {
  for (const tap of items) put({ ...tap, seen: seen(tap.field), due: sendsByItself() });
  merge();
};

/** Drop these answers. */
const giveUp = (items) => {
  items.forEach(drop);
  fold();
  tell();
};
