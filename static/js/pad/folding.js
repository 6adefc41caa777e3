// Folding: an answered question becomes one line, and later ones wait for their turn.
import { all, one } from "../dom.js";

/** How many questions are open at a time. */
const OPEN_QUESTIONS = 3;

const UNANSWERED =
  ".ask:not(.done, .by, .more, .later), .row:not(.done, .later), .catch[data-open]";

/** Names of the answers that were opened again: one that comes in meanwhile must not fold them. */
export const reopened = new Set();

let last = ""; // the name of what was answered last: from there it goes forward, never back

/** The keys of the cells of a table of players. */
export const CELL_KEYS = ".column > .row";

/** What stands for the answer to this question: a key beside it, or its cell in the table. */
export const saidOf = (place) => one(".said", place) || one(`.said[href="#${place.id}"]`);

/** The name under which the answer to this question is sent. */
export const nameOf = (place) => one("input:not([type=hidden])", place)?.name;

/** The questions that can be answered now: the innermost places, each with keys of its own. */
export const waiting = () =>
  all(UNANSWERED).filter((place) => !one(".row, .catch, [type=checkbox]", place));

/** Whether a question still has to be answered by a key. */
const isOpen = (ask) =>
  !("usual" in ask.dataset) &&
  (one(".row:not([data-done]) [type=radio]", ask) || !one("input:checked", ask));

/** Whether a question is answered though it never folds, so that it keeps no other waiting: on five
 * pads with three typed numbers the fourth question never came up. */
const isFull = (ask) =>
  all("[type=text]", ask).some(({ value }) => value) ||
  (one(".row", ask) && !one(".row:not([data-done])", ask));

/** The first of them after the last one answered. */
export const next = () => {
  const from = document.getElementsByName(last)[0];
  return waiting().find(
    (place) => !from || from.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
};

/** Hide all but the first `count` of these, and those that were opened again or hold a `keep`. */
const delay = (places, count, keep) => {
  places.forEach((place, at) => {
    const stays = at < count || reopened.has(nameOf(place)) || one(keep, place);
    place.classList.toggle("later", !stays);
  });
};

/** Show every question in its state: folded, open, or waiting for its turn. */
export const fold = () => {
  for (const place of all("#pad .done, #pad [data-done]")) {
    place.classList.toggle("done", "done" in place.dataset && !reopened.has(nameOf(place)));
  }
  for (const more of all("#pad .more")) more.open ||= reopened.has(nameOf(more));
  // a keypad with digits and a plus; the sign has a key of its own
  for (const input of all(".signed > input")) input.inputMode = "tel";
  const questions = all("#pad > .ask:not(.done, .by, .more)").filter(
    (ask) => !one("[type=checkbox]", ask) && !isFull(ask),
  );
  const open = questions.findIndex(isOpen);
  delay(questions, open < 0 ? questions.length : OPEN_QUESTIONS, ".fault");
  // a question with its default answer waits while one before it has none
  const usual = questions.filter(
    (ask, at) => at > open && open >= 0 && !one(".row", ask) && !isOpen(ask),
  );
  delay(usual, 0, ".fault");
  // in the table one seat is open at a time, so that what is opened again stands right below it
  const again = all(CELL_KEYS).some((row) => reopened.has(nameOf(row)));
  for (const list of all(".perseat")) {
    const count = again && list.matches(".column") ? 0 : 1;
    delay(all(":scope > .row:not(.done)", list), count, ".fault, .stepper");
  }
  markCells();
};

/** Show in the table which cell is answered now, and what its columns add up to. */
const markCells = () => {
  for (const cell of all(".players .said")) {
    const isAsked = one(`[id="${cell.hash.slice(1)}"]:not(.done, .later)`);
    if (isAsked) cell.setAttribute("aria-current", "step");
    else cell.removeAttribute("aria-current");
  }
  for (const sum of all("[data-sum]")) {
    const said = all(`.players [href^="#${sum.dataset.sum}."] b`);
    sum.textContent = said.reduce((total, { textContent }) => total + Number(textContent), 0);
  }
};

/** Open every question again, for another deal. */
export const foldAnew = () => {
  last = "";
  reopened.clear();
  for (const place of all("#pad [data-done]")) delete place.dataset.done;
  for (const said of all("#pad .said b")) said.textContent = "";
  fold();
};

/** Fold the question that this key answers. Returns whether nothing is left to tap there. */
export const answer = (input) => {
  const place = input.closest(".row, .catch") || input.closest(".ask:not(.by)");
  if (!place || input.type !== "radio" || one(".fault", place)) return false;
  const groups = new Set(all("input[type=radio]", place).map((radio) => radio.name));
  const isAnswered = (name) => one(`input[name="${CSS.escape(name)}"]:checked`, place);
  if (![...groups].every(isAnswered)) return false;
  const said = saidOf(place);
  if (said && groups.size === 1) {
    one("b", said).textContent = one("span", input.closest(".key")).firstChild.textContent;
    place.dataset.done = "";
  }
  // optional questions are below the required ones
  if (!place.matches(".more")) last = nameOf(place);
  reopened.delete(nameOf(place));
  delete place.dataset.open;
  fold();
  return true;
};
