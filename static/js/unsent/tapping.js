// Saves each answer when it is tapped, and drops it when the server has it.
import { all } from "../dom.js";
import { onTap } from "../pad/early_taps.js";
import { dealNumber, form, placeOf, said, seen, sendsByItself, table, title } from "./pad.js";
import { network, tell } from "./status.js";
import { drop, put, tapName, taps } from "./store.js";

/** The fields that a tap on this input changes: a whole order, if it belongs to one. */
const fieldsOf = (input) => {
  const order = input.closest(".order");
  if (!order) return [input.name];
  const places = `[name^="${CSS.escape(order.dataset.name)}."]`;
  return [...new Set(all(places, input.closest(".ask")).map((place) => place.name))];
};

const keep = (input, field) => {
  const name = tapName(table(), dealNumber(), field);
  const before = taps(table()).find((tap) => tap.name === name);
  const given = new FormData(input.form).getAll(field);
  put({
    name,
    field,
    values: input.closest(".order") ? given.slice(-1) : given,
    table: table(),
    deal: dealNumber(),
    seen: seen(field),
    at: Date.now(),
    mine: before ? [...before.mine, before.values] : [],
    due: sendsByItself(),
    what: title(),
    said: said(placeOf(input)),
  });
};

onTap((input) => {
  if (input.form !== form() || !input.name) return;
  for (const field of fieldsOf(input)) keep(input, field);
  network.about = "taps";
  if (network.away) tell();
});

/** Whether a request has sent this answer as it is saved here. */
const took = (body, tap) => {
  const sent = body.getAll(tap.field);
  const last = sent.slice(-tap.values.length);
  return last.join() === tap.values.join() && (sent.length || !tap.values.length);
};

/** Drop the answers of a request that arrived, when no page follows. (The last player to send a
 * sealed bid once saw "1 unsent" in their next game.) */
export const arrivedLast = ({ action, body }) => {
  const { pathname } = new URL(action, location.href);
  for (const tap of taps(pathname)) if (took(body, tap)) drop(tap);
};

/** Drop the answers of a request that arrived, if it `saved` a deal or the page shows them. */
export const arrived = (body, saved) => {
  for (const tap of taps(table())) {
    const same = took(body, tap);
    if (same && (saved || seen(tap.field) || !tap.values.join(""))) {
      drop(tap);
    } else if (tap.seen === seen(tap.field, body)) {
      // half an answer, or tapped since
      put({ ...tap, done: same, seen: seen(tap.field) });
    }
  }
};
