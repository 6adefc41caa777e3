// Sends deals again that could not be sent, each under its key, those of a table in their order.
import { busy, renew } from "../news.js";
import { element } from "./elements.js";
import { merge } from "./merging.js";
import { form, table } from "./pad.js";
import { isHeldBack, moveUp } from "./queue.js";
import { tell } from "./status.js";
import { deals, drop, pathOf, put, taps } from "./store.js";

const RETRY_MS = 10_000;

/** How long a deal is left to the request that its key started. */
const ITS_OWN_REQUEST_MS = 15_000;

const LONGEST_MS = 10_000;

const isHere = (deal) => location.pathname === pathOf(deal);

const within = () => ({ signal: AbortSignal.timeout?.(LONGEST_MS) });

const post = (deal) =>
  fetch(deal.url, { method: "POST", body: new URLSearchParams(deal.body), ...within() });

/** What the server's page of this address has in a field now; undefined where it has none. */
const nowIn = async (url, field) => {
  const page = await fetch(url, within());
  if (!page.ok) return undefined;
  const html = new DOMParser().parseFromString(await page.text(), "text/html");
  return html.querySelector(`[name=${field}]`)?.value;
};

/** Give the deal a new page's token, as its own may have expired. Returns whether there is one. */
export const stamp = async (deal) => {
  const token = await nowIn(deal.url, "csrf_token");
  if (!token) return false;
  deal.body = deal.body.map(([name, value]) => [name, name === "csrf_token" ? token : value]);
  return true;
};

/** Send a deal, again if its token had expired. Returns the answer; throws without a network. */
const send = async (deal) => {
  const reply = await post(deal);
  return reply.status === 400 && (await stamp(deal)) ? post(deal) : reply;
};

/** Let the list show the result. */
const announce = (deal) =>
  document.dispatchEvent(new CustomEvent("deal:answered", { detail: deal }));

/** The server has this deal, and so the taps for it. */
const accept = (deal) => {
  drop(deal);
  announce(deal);
  for (const tap of taps(pathOf(deal))) {
    if (deal.number ? tap.deal === deal.number : tap.at <= deal.at) drop(tap);
  }
  moveUp(deal);
  tell();
};

const loaded = form()?.elements.version.value;

/** Show what the server has now, unless somebody is typing. */
const showNow = async () => {
  if (!form()) location.reload();
  else if (busy()) merge();
  else if (window.htmx) renew();
  // without htmx the page may have come with the deal, which was sent again in case it was lost
  else if ((await nowIn(table(), "version")) !== loaded) location.reload();
};

const refuse = (deal, status) => {
  const refused = { ...deal, fresh: false, refused: status };
  put(refused);
  announce(refused);
};

/** Send a deal because somebody asks for it. Throws without a network. */
export const sendAgain = async (deal) => {
  const reply = await send(deal);
  if (reply.ok) accept(deal);
  else refuse(deal, reply.status);
  if (reply.ok && isHere(deal)) showNow();
};

/** Submit a deal as a form of its own: the answer is the pad with what was typed. */
export const openDeal = (deal) => {
  const fields = deal.body.map(([name, value]) => element("input", { name, value }));
  const again = element("form", { method: "post", action: deal.url, hidden: true }, ...fields);
  document.body.append(again);
  again.submit();
};

const isDue = (deal) =>
  !deal.refused &&
  !(deal.fresh && Date.now() - (deal.sent ?? deal.at) < ITS_OWN_REQUEST_MS) &&
  !isHeldBack(deal);

/** The oldest deal that can be sent and was not `tried`. */
const nextDue = (tried) => deals().find((deal) => isDue(deal) && !tried.has(deal.name));

let came = false; // whether the table of this page has got a deal

/** Send the deals in order, also those saved meanwhile, until the server is too busy for one. */
const sendAll = async () => {
  const tried = new Set();
  for (let deal = nextDue(tried); deal; deal = nextDue(tried)) {
    tried.add(deal.name);
    const reply = await send(deal);
    if (reply.status >= 500 || reply.status === 429) break;
    if (reply.ok) {
      accept(deal);
      came ||= isHere(deal);
    } else {
      refuse(deal, reply.status);
      if (isHere(deal)) {
        came = false; // the answer shows it
        openDeal(deal);
        return;
      }
    }
    tell();
  }
};

const sendThem = async () => {
  try {
    await sendAll();
  } catch {
    // still no network
  }
  const hasNews = came;
  came = false;
  if (hasNews) await showNow().catch(() => {});
  return hasNews;
};

let sending = null;

/** Send what waits, unless that is under way. Returns whether the page shows what came of it. */
export const flush = async () => {
  sending ||= sendThem();
  const hasNews = await sending;
  sending = null;
  return hasNews;
};

setInterval(flush, RETRY_MS);

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) flush();
});
