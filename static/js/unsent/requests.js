// The page's own requests: what each takes along, and what its answer means for what is kept.

import { renew } from "../news.js";
import { submitted, writes } from "../request.js";
import { merge } from "./merging.js";
import { back } from "./network.js";
import { answers, form, heading, table, title } from "./pad.js";
import { gone, tell } from "./status.js";
import { deals, drop, put, taps } from "./store.js";
import { arrived, arrivedLast } from "./tapping.js";
import { keyIsNew } from "./wide_key.js";

/** How long an answer may take before the page says that it waits. */
const POST_IS_SLOW_MS = 800;
const LOOK_IS_SLOW_MS = 2500;

/** What a pressed key gives: a "deal", a "key" that is not kept, or the "taps" so far. */
const givenBy = (key) => {
  if (writes(key)) return "deal";
  return key && key !== "keep" ? "key" : "taps";
};

/** The deal that this request writes, as it is kept. */
const dealOf = (request) => {
  const name = `deal ${request.body?.get("key")}`;
  return writes(submitted(request)) ? deals().find((deal) => deal.name === name) : undefined;
};

const keepDeal = (request) => {
  const key = request.body.get("key");
  const known = dealOf(request);
  put({
    ...known,
    name: `deal ${key}`,
    key,
    url: request.action,
    body: [...request.body.entries()],
    at: Date.now(),
    what: form() ? title() : heading(),
    said: answers(),
    fresh: !known,
    refused: 0,
  });
};

/** The deal of this request is on its way no more. */
const failed = (request) => {
  const deal = dealOf(request);
  if (deal) put({ ...deal, fresh: false });
};

/** The server has answered about the deal of this request: it is told on the page, with all that
 * was typed, or it was refused when it was sent again. */
const settle = (request, status) => {
  const deal = dealOf(request);
  if (!deal) return;
  const isTold = deal.fresh && [409, 422, 429].includes(status);
  if (status < 400 || status >= 500 || isTold) drop(deal);
  else put({ ...deal, fresh: false, refused: status });
};

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { request } = ctx;
  const posts = request.method === "POST";
  const key = submitted(request);
  if (posts && form() && key === "keep") {
    for (const tap of taps(table())) put({ ...tap, due: true });
  }
  if (writes(key)) keepDeal(request);
  const isSlow = () => gone("waiting", posts ? givenBy(key) : undefined);
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
  gone(error?.name === "AbortError" ? "server" : "offline", given);
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const { hx, request, response, sourceElement } = ctx;
  if (hx?.retarget || !form()) {
    if (!hx?.retarget && request.method === "POST" && response.status < 400) arrivedLast(request);
    tell();
    return;
  }
  keyIsNew();
  const saves = writes(submitted(request));
  const ours = sourceElement.id === "pad";
  if (ours && response.status < 400) arrived(request.body, saves);
  if (ours && response.status === 409 && !saves) renew();
  else merge();
});

// Without htmx a page's form goes by itself, and its answer is another page.
document.addEventListener("submit", (event) => {
  if (window.htmx || event.target !== form()) return;
  if (navigator.onLine) {
    for (const tap of taps(table())) put({ ...tap, due: true, done: true });
  } else {
    event.preventDefault();
    gone("offline");
  }
});
