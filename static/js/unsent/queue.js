// The deals of this table that are saved here and not sent: each is an item of its own, and the pad
// goes on behind them. (It once stood still, and the second deal took the first one's place.)
import { all, one } from "../dom.js";
import { fold } from "../pad/folding.js";
import { submitted } from "../request.js";
import { say } from "../say.js";
import { button } from "./elements.js";
import { addHidden, apply, empty } from "./filling.js";
import { answers, dealNumber, form, heading, nameOfDeal, same, table } from "./pad.js";
import { network, tell } from "./status.js";
import { deals, drop, pathOf, put, tapName, taps } from "./store.js";

/** What a form sends besides answers. */
const OF_THE_PAGE = /^(csrf_token|key|version|do|derived\..*)$/;

const valueIn = (deal, name) => new Map(deal.body).get(name);

/** The version and the deal's number that the server gave this page, wherever the pad is now. */
export const drawnState = () => {
  const { dataset, elements } = form();
  dataset.drawn ??= JSON.stringify([Number(elements.version.value), dealNumber()]);
  return JSON.parse(dataset.drawn);
};

/** The deals that follow what the server has of this table, in order, those that were undone too. */
export const queue = () => {
  if (!form()) return [];
  const [version] = drawnState();
  return deals(table()).filter((deal) => !deal.refused && valueIn(deal, "version") >= version);
};

/** Whether the pad can go on without the server: each deal of this game asks the same. */
const isAlike = () => "alike" in form().dataset;

/** The deal that lies open on the pad, if that is one of the queue. */
const reopenedDeal = () => queue().find((deal) => deal.open);

/** Whether a deal has to go behind others, or finds nobody who would take it. */
export const hasToQueue = () =>
  isAlike() && (["offline", "server"].includes(network.away) || queue().some((deal) => !deal.open));

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Save a deal, as this request or form sends it. What was open on the pad is so no more. */
export const keepDeal = ({ action, body }, key = submitted({ body })) => {
  const known = deals().find((deal) => deal.name === `deal ${body.get("key")}`);
  const sent = [...body.entries()].filter(([name]) => name !== "do");
  put({
    at: Date.now(),
    number: form() ? dealNumber() : 0,
    ...known,
    name: `deal ${body.get("key")}`,
    key: body.get("key"),
    url: action,
    body: [...sent, ["do", key]],
    sent: Date.now(),
    game: heading(),
    what: form() ? nameOfDeal(heading(), known?.number ?? dealNumber()) : heading(),
    said: answers(),
    fresh: !known,
    refused: 0,
    open: false,
  });
};

/** Show what comes behind the deals of the queue: one that was undone, or the next; where only the
 * server knows what that asks, the pad waits. */
export const follow = () => {
  if (!form()) return;
  const waiting = queue().filter((deal) => !deal.fresh || network.away);
  const open = reopenedDeal();
  if (open) layOpen(open);
  else if (waiting.length && isAlike()) goBehind(waiting.length);
  else if (waiting.length) standStill();
  if (waiting.length) offerUndo();
};

/** Set what the pad's form says of its deal. */
const setDeal = (key, version, number) => {
  const { dataset, elements } = form();
  elements.key.value = key;
  elements.version.value = version;
  dataset.deal = number;
  const place = one("#now");
  if (place) place.textContent = say("Deal {n}", { n: number });
  // whose deal it is only the server knows
  for (const dealer of all(".totals .chip")) dealer.hidden = number !== drawnState()[1];
};

const goBehind = (count) => {
  const [version, number] = drawnState();
  const next = number + count;
  if (dealNumber() === next) return;
  moveAgain();
  for (const tap of taps(table()).filter(({ deal }) => deal >= number && deal !== next)) {
    const saved = queue().find((deal) => deal.number === tap.deal);
    drop(tap);
    // what was typed in another tab is in none of the deals
    if (saved && isIn(saved, tap)) continue;
    put({ ...tap, deal: next, seen: 0, name: tapName(table(), next, tap.field) });
  }
  empty();
  setDeal(newKey(), version + count, next);
};

const isIn = (deal, { field, values }) => {
  const sent = deal.body.filter(([name]) => name === field).map(([, value]) => value);
  return same(sent, values);
};

/** Lay a deal that was undone open on the pad, as it was saved. */
const layOpen = (deal) => {
  moveAgain();
  if (form().elements.key.value === deal.key) return;
  empty();
  setDeal(deal.key, valueIn(deal, "version"), deal.number);
  const answered = deal.body.filter(([name]) => !OF_THE_PAGE.test(name));
  for (const field of new Set(answered.map(([name]) => name))) {
    const values = answered.filter(([name]) => name === field).map(([, value]) => value);
    if (field.startsWith("seen.")) addHidden(field, values);
    else apply({ field, values });
  }
  fold();
};

const QUESTIONS = ".ask, .rest, .preview, .more, #pad > .acts";

/** Let nothing be tapped over a deal that is saved. */
const standStill = () => {
  for (const part of all(QUESTIONS, form())) part.inert = true;
  one(".act .main").disabled = true;
};

const moveAgain = () => {
  for (const part of all("[inert]", form())) part.inert = false;
  one(".act .main").disabled = false;
};

/** Whether the pad waits behind a deal that is saved. */
export const standsStill = () => Boolean(one("#pad .act .main:disabled"));

const offerUndo = () => {
  if (one(".act .undo[value=undo]")) return;
  const undo = button("", () => undoHere());
  undo.className = "quiet undo";
  undo.value = "undo";
  undo.dataset.kept = "";
  undo.append(Object.assign(document.createElement("small"), { textContent: say("undo") }));
  one(".act .main").after(undo);
};

/** Undo the newest deal of the queue; whether there was one. */
export const undoHere = () => {
  const last = queue().findLast((deal) => !deal.open && !(deal.fresh && !network.away));
  if (last) reopen(last);
  return Boolean(last);
};

/** Lay a deal of the queue open on the pad, to be corrected. Those behind it wait. */
export const reopen = (deal) => {
  put({ ...deal, open: true });
  follow();
  tell();
};

/** Send no deal behind one that was refused, or lies open. */
export const isHeldBack = (deal) => {
  const line = deals(pathOf(deal));
  const stop = line.findIndex((other) => other.refused || other.open);
  return stop >= 0 && line.findIndex(({ name }) => name === deal.name) >= stop;
};

/** The server has this deal: the queue behind it follows what the server has now. */
export const moveUp = (deal) => {
  if (!form() || pathOf(deal) !== table()) return;
  const [version, number] = drawnState();
  if (Number(valueIn(deal, "version")) === version) {
    form().dataset.drawn = JSON.stringify([version + 1, number + 1]);
  }
};

/** Somebody has decided about a deal that another phone had saved too. Those behind it follow what
 * the table has now, unless it has a deal of their number: that is compared with them as well. */
export const goBehindDecided = (deal, isNext) => {
  const [version, next] = drawnState();
  const shift = isNext ? next - 1 - deal.number : 0;
  let place = 0;
  for (const later of deals(pathOf(deal))) {
    if (later.at <= deal.at || later.refused) continue;
    const number = later.number + shift;
    put({ ...(number < next ? later : withVersion(later, version + place++)), number });
  }
};

const withVersion = (deal, version) => ({
  ...deal,
  body: deal.body.map(([name, value]) => [name, name === "version" ? String(version) : value]),
});

/** Take a deal out of the queue, or put it back (`by` 1): those behind it get other numbers. */
export const renumber = (deal, by = -1) => {
  for (const later of deals(pathOf(deal))) {
    const isBehind = later.at >= deal.at && later.name !== deal.name && !later.refused;
    if (!isBehind || deal.refused) continue;
    const number = later.number + by;
    const version = Number(valueIn(later, "version")) + by;
    put({ ...withVersion(later, version), number, what: nameOfDeal(later.game, number) });
  }
};
