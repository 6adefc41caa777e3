// The pages that a phone is about to open, fetched before the network goes: `sw.js` answers with
// them, and what is typed on them waits as all else does.
import { all } from "../dom.js";

const PADS = "scorekeeper-pads";

const fetched = new Set();

const fetchOne = async (pads, address) => {
  const answer = await fetch(address);
  if (!answer.ok || answer.redirected) return;
  const html = (await answer.text()).replace("<html ", '<html data-copy="" ');
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  await pads.put(new URL(address).pathname, new Response(html, { headers }));
};

/** Fetch this page and those that it leads to, each once. */
const fetchAhead = async () => {
  const links = all("a[data-ahead]").map(({ href }) => href);
  if (!links.length || !window.isSecureContext || !window.caches) return;
  try {
    const pads = await caches.open(PADS);
    for (const address of [location.href, ...links]) {
      if (fetched.has(address)) continue;
      await fetchOne(pads, address);
      fetched.add(address);
    }
  } catch {
    // the network has gone, or the phone has no room
  }
};

/** What was typed on such a page has arrived: it is another page now. */
document.addEventListener("deal:answered", async ({ detail }) => {
  if (!window.caches) return;
  const pads = await caches.open(PADS);
  await pads.delete(new URL(detail.url, location.href).pathname);
});

let due = 0;

const aheadSoon = () => {
  clearTimeout(due);
  due = setTimeout(fetchAhead, 500);
};

document.addEventListener("htmx:after:swap", aheadSoon);
aheadSoon();
