// Saves a copy of the pad, with which `sw.js` answers while offline.
import { all, one } from "../dom.js";
import { queue } from "./queue.js";
import { network } from "./status.js";

const MOST_COPIES = 12;

const AFTER_MS = 300;

const OURS = "dialog.kept, .unsent, .not-in-totals, input[data-kept], button[data-kept]";

/** Whether the page shows the pad as it is on the server. */
const isTrue = () => one("main.table") && !one("[data-typed]") && !network.away && !queue().length;

/** The page's markup without what was added here. */
const markup = () => {
  const page = document.documentElement.cloneNode(true);
  for (const ours of all(OURS, page)) ours.remove();
  page.dataset.copy = "";
  return `<!doctype html>${page.outerHTML}`;
};

const copy = async () => {
  if (!window.isSecureContext || !window.caches || !isTrue()) return;
  const html = markup();
  try {
    const pads = await caches.open("scorekeeper-pads");
    await pads.put(location.pathname, new Response(html));
    const copies = (await pads.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/t/"));
    for (const old of copies.slice(0, -MOST_COPIES)) await pads.delete(old);
  } catch {
    // the phone has no room
  }
};

let timer = 0;

/** Copy the page once it has come to rest. */
const copySoon = () => {
  clearTimeout(timer);
  timer = setTimeout(copy, AFTER_MS);
};

document.addEventListener("htmx:after:swap", copySoon);
copySoon();
