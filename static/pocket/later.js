// Stands in the place of js/later.js in the pocket edition: what is tapped is kept at once and nobody
// else writes, so there is nothing to send later and no news. When the page around the app leads back
// to the server, what is half entered goes along as if it had been tapped there without a network.
import "./menu.js";
import "./pad/arrows.js";
import "./pad/record.js";
import "./pad/second_tap.js";
import "./pad/typed_list.js";
import "./wake_lock.js";
import {
  dealNumber,
  form,
  named,
  placeOf,
  said,
  seen,
  sendsByItself,
  title,
} from "./unsent/pad.js";
import { put, tapName } from "./unsent/store.js";

const isAnswered = (field) =>
  seen(field) || named(field).some((input) => input.value !== input.defaultValue);

document.addEventListener("pocket:leave", ({ detail: table }) => {
  if (!form()) return;
  const body = new FormData(form());
  for (const field of new Set(body.keys())) {
    if (!isAnswered(field)) continue;
    const [input] = named(field);
    const given = body.getAll(field);
    put({
      name: tapName(table, dealNumber(), field),
      field,
      values: input.closest(".order") ? given.slice(-1) : given,
      table,
      deal: dealNumber(),
      seen: 0,
      at: Date.now(),
      mine: [],
      due: sendsByItself(),
      what: title(),
      said: said(placeOf(input)),
    });
  }
});
