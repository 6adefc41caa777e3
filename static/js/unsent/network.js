// The network fails, and comes back.
import { one } from "../dom.js";
import { busy, renew } from "../news.js";
import { merge } from "./merging.js";
import { dealNumber, form, table } from "./pad.js";
import { flush } from "./sending.js";
import { gone, network, tell, unsay } from "./status.js";
import { taps } from "./store.js";
import { restoreKey } from "./wide_key.js";

const LOOK_AGAIN_MS = 2000;

/** The server answers again: say so, send what waits, and show the current state. */
export const back = async () => {
  if (!network.away) return;
  const slow = network.away === "waiting"; // it came after all, and the pad with it
  network.away = "";
  delete document.documentElement.dataset.copy;
  restoreKey();
  unsay();
  tell();
  if (slow) return;
  const isBegun = form() && taps(table()).some(({ deal }) => deal === dealNumber());
  network.begun = isBegun ? dealNumber() : 0;
  const isShown = await flush();
  network.returned = true; // to be said on the page that comes now
  if (isShown) return;
  if (!form() || !window.htmx) tell();
  else if (busy()) merge();
  else renew();
};

/** Ask whether the server answers. */
const look = async () => {
  const news = one("#news")?.getAttribute("hx-get");
  if (!news) return back();
  try {
    const answer = await fetch(news, { signal: AbortSignal.timeout?.(5000) });
    if (answer.status < 500) back();
  } catch {
    // still offline
  }
};

addEventListener("offline", () => gone("offline"));

addEventListener("online", () => {
  look();
  flush();
});

setInterval(() => {
  if (network.away && network.away !== "waiting" && !document.hidden) look();
}, LOOK_AGAIN_MS);

if (navigator.onLine === false || "copy" in document.documentElement.dataset) gone("offline");
