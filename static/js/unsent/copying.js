// A copy of the pad, for when it is loaded while offline; `sw.js` answers with it.
import { all, one } from "../dom.js";
import { network } from "./status.js";

const MOST_COPIES = 12;

const AFTER_MS = 300;

const OURS = "dialog.kept, .unsent, .going-on, input[data-kept]";

/** Whether what the page shows is the pad as the table has it. */
const isTrue = () => one("main.table") && !one("[data-typed]") && !network.away;

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
