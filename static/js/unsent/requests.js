// The page's own requests: what each takes along, and what its answer means for what is kept.

import { renew } from "../news.js";
import { mark } from "../pad/leading.js";
import { submitted, writes } from "../request.js";
import { merge } from "./merging.js";
import { back } from "./network.js";
import { form, table } from "./pad.js";
import { goBehindDecided, hasToQueue, keepDeal, undoHere } from "./queue.js";
import { flush } from "./sending.js";
import { gone, sayAgain, tell, unsay } from "./status.js";
import { deals, drop, put, taps } from "./store.js";
import { arrived, arrivedLast } from "./tapping.js";
import { keyIsNew, lacking } from "./wide_key.js";

/** How long an answer may take before the page says that it waits: a tap without a network is
 * told within a second. */
const POST_IS_SLOW_MS = 800;
const LOOK_IS_SLOW_MS = 2500;

/** What a pressed key gives: a "deal", a "key" that is not kept, or the "taps" so far. */
const givenBy = (key) => {
  if (writes(key)) return "deal";
  return key && key !== "keep" ? "key" : "taps";
};

/** The deal of this request, as it is kept. */
const dealOf = (request) =>
  deals().find(({ name }) => name === `deal ${request.body?.get?.("key")}`);

/** The deal that this request writes, as it is kept. */
const writtenBy = (request) => (writes(submitted(request)) ? dealOf(request) : undefined);

/** The deal of this request is on its way no more. */
const failed = (request) => {
  const deal = writtenBy(request);
  if (deal) put({ ...deal, fresh: false });
};

let decided = null; // the deal about which somebody has just decided

/** The server has answered about the deal of this request: it is told on the page, with all that
 * was typed, or it was refused when it was sent again. */
const settle = (request, status) => {
  const deal = writtenBy(request);
  if (!deal) return;
  const isTold = deal.fresh && [409, 422, 429].includes(status);
  if (status < 400 || status >= 500 || isTold) drop(deal);
  else put({ ...deal, fresh: false, refused: status });
  decided = status < 400 && request.body.has("other_deal") ? deal : null;
};

/** Save the deal of the pad on the phone, go on behind it, and send what waits, in order. */
const enqueue = (request, key) => {
  keepDeal(request, key);
  failed(request);
  merge();
  scrollTo(0, 0);
  flush();
};

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const { request } = ctx;
  const posts = request.method === "POST";
  const key = submitted(request);
  const ofPad = posts && form();
  if (ofPad && ((key === "undo" && undoHere()) || (writes(key) && hasToQueue()))) {
    event.preventDefault();
    const open = key === "save" && lacking();
    if (open) mark(open);
    else if (writes(key)) enqueue(request, key);
    return;
  }
  if (ofPad && key === "keep") {
    for (const tap of taps(table())) put({ ...tap, due: true });
  }
  if (writes(key)) keepDeal(request, key);
  const isSlow = () => {
    gone("waiting", posts ? givenBy(key) : undefined);
    if (writes(key)) merge();
  };
  ctx.slow = setTimeout(isSlow, posts ? POST_IS_SLOW_MS : LOOK_IS_SLOW_MS);
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  clearTimeout(ctx.slow);
  if (!ctx.response) failed(ctx.request);
});

document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { hx, request, response } = ctx;
  clearTimeout(ctx.slow);
  if (response.status >= 500 && !hx?.retarget) {
    failed(request);
    gone("server", givenBy(submitted(request)));
    if (writes(submitted(request))) merge();
    return;
  }
  settle(request, response.status);
  back();
});

document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
  if (!ctx || ctx.response) return;
  clearTimeout(ctx.slow);
  const { request } = ctx;
  const given = request.method === "POST" ? givenBy(submitted(request)) : undefined;
  failed(request);
  gone(error?.name === "AbortError" ? "server" : "offline", given);
  if (given === "deal") merge();
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const { hx, request, response, sourceElement } = ctx;
  if (request.method === "GET") sayAgain();
  else unsay();
  if (hx?.retarget || !form()) {
    if (!hx?.retarget && request.method === "POST" && response.status < 400) arrivedLast(request);
    tell();
    return;
  }
  keyIsNew();
  delete form().dataset.drawn;
  const saves = writes(submitted(request));
  const ours = sourceElement.id === "pad";
  if (ours && response.status < 400) arrived(request.body, saves);
  if (decided) goBehindDecided(decided, submitted(request) === "save");
  if (decided) flush();
  decided = null;
  if (ours && response.status === 409 && !saves) renew();
  else merge();
});

// Without htmx, as where its CDN is blocked, a page's form goes by itself, and its answer is
// another page.
document.addEventListener("submit", (event) => {
  if (window.htmx || event.target !== form()) return;
  const key = event.submitter?.value;
  const request = { action: form().action, body: new FormData(form()) };
  if (navigator.onLine && !(writes(key) && hasToQueue())) {
    for (const tap of taps(table())) put({ ...tap, due: true, done: true });
    if (writes(key)) keepDeal(request, key);
    return;
  }
  event.preventDefault();
  gone("offline", givenBy(key));
  if (key === "undo") undoHere();
  else if (writes(key)) enqueue(request, key);
});

/** After a page without htmx: its deal is told on this one, or is sent again in case it was lost. It
 * hardly ever was: the page said for a moment that it was not sent, and moved under the finger. */
export const takeUp = () => {
  for (const deal of deals(location.pathname).filter(({ fresh }) => fresh)) {
    const isTold = form()?.elements.key.value === deal.key && "typed" in form().dataset;
    if (isTold) drop(deal);
    else put({ ...deal, fresh: false, sent: Date.now(), again: true });
  }
};

// another tab has saved or undone a deal
addEventListener("storage", ({ key }) => {
  if (key?.startsWith("deal ")) merge();
  else tell();
});
