// Sends deals again that could not be sent, each under its key.
import { busy, renew } from "../news.js";
import { element } from "./elements.js";
import { form } from "./pad.js";
import { tell } from "./status.js";
import { deals, drop, put, taps } from "./store.js";

const RETRY_MS = 10_000;

/** How long a deal is left to the request that its key started. */
const ITS_OWN_REQUEST_MS = 15_000;

const LONGEST_MS = 10_000;

/** The path of the deal's table. */
const pathOf = (deal) => new URL(deal.url, location.href).pathname;

const isHere = (deal) => location.pathname === pathOf(deal);

const within = () => ({ signal: AbortSignal.timeout?.(LONGEST_MS) });

const post = (deal) =>
  fetch(deal.url, { method: "POST", body: new URLSearchParams(deal.body), ...within() });

/** Give the deal a new page's token, as its own may have expired. Returns whether there is one. */
export const stamp = async (deal) => {
  const page = await fetch(deal.url, within());
  if (!page.ok) return false;
  const html = new DOMParser().parseFromString(await page.text(), "text/html");
  const token = html.querySelector("[name=csrf_token]")?.value;
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
  for (const tap of taps(pathOf(deal))) if (tap.at <= deal.at) drop(tap);
  tell();
  if (!isHere(deal)) return;
  if (form() && window.htmx && !busy()) renew();
  else location.reload();
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
};

/** Submit a deal as a form of its own: the answer is the pad with what was typed. */
export const openDeal = (deal) => {
  const fields = deal.body.map(([name, value]) => element("input", { name, value }));
  const again = element("form", { method: "post", action: deal.url, hidden: true }, ...fields);
  document.body.append(again);
  again.submit();
};

const isDue = (deal) => !deal.refused && !(deal.fresh && Date.now() - deal.at < ITS_OWN_REQUEST_MS);

/** Send the deals in order, until the server is too busy for one. */
const sendAll = async () => {
  for (const deal of deals()) {
    if (!isDue(deal)) continue;
    const reply = await send(deal);
    if (reply.status >= 500 || reply.status === 429) return;
    if (reply.ok) {
      accept(deal);
    } else {
      refuse(deal, reply.status);
      if (isHere(deal)) {
        openDeal(deal);
        return;
      }
    }
    tell();
  }
};

let sending = false;

/** Send what waits, unless that is under way. */
export const flush = async () => {
  if (sending) return;
  sending = true;
  try {
    await sendAll();
  } catch {
    // still no network
  } finally {
    sending = false;
  }
};

setInterval(flush, RETRY_MS);

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) flush();
});
