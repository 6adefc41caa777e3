// What the page says about the network: a chip beside the heading, a message above the wide key.
import { all, one } from "../dom.js";
import { say } from "../say.js";
import { button, element } from "./elements.js";
import { dealNumber, form, table } from "./pad.js";
import { deals, isLasting, taps } from "./store.js";
import { promise } from "./wide_key.js";

/** How long an item may be in transit before it is shown as unsent. */
const ON_ITS_WAY_MS = 2000;

/** Why no answer comes, by `network.away`. */
export const WHY = {
  offline: say("Offline."),
  waiting: say("No answer yet."),
  server: say("The server isn't answering."),
};

/** What is known of the network. */
export const network = {
  /** Why no answer comes, a key of `WHY`; empty where all is well. */
  away: "",
  /** What was sent last: "taps", a "deal", or another "key", which is not kept. */
  about: "taps",
  /** Whether it has come back, but not everything has been sent yet. */
  returned: false,
  /** The number of the deal that was begun without it; 0 for none. */
  begun: 0,
  /** What was said when it came back, and during which deal; null once that is over. */
  said: null,
};

/** What waits to be sent. */
export const waits = () => [...deals(), ...taps().filter((tap) => tap.due && !tap.done)];

const isLate = (item) => network.away || Date.now() - (item.sent ?? item.at) > ON_ITS_WAY_MS;

/** Whether no request of this page sends it: it is another table's, or its request gave up. */
const isAlone = ({ table, fresh, again }) =>
  table ? table !== location.pathname : !fresh && !again;

const isUnsent = (item) => isLate(item) || isAlone(item);

/** How many deals are not sent, whole or in part: four numbers of one deal are one deal. */
const unsent = () =>
  new Set(
    waits()
      .filter(isUnsent)
      .map((item) => (item.table ? `${item.table} ${item.deal}` : item.name)),
  ).size;

const show = (kind, text) => {
  const message = one(".act #message");
  if (!message || message.textContent === text) return;
  Object.assign(message, { className: `message ${kind}`, textContent: text });
  message.dataset.kept = "";
};

/** Say once more that the network is back, on a page that came by itself: it was lost to the news
 * that were on their way. Another deal makes it untrue: somebody has saved the one it names. */
export const sayAgain = () => {
  const isStill = network.said && form() && network.said.deal === dealNumber();
  if (isStill && !one("#message:is(.good, .bad, .warn)")) show("good", network.said.text);
};

/** Remove the message about the network. */
export const unsay = () => {
  network.said = null;
  const message = one("#message[data-kept]");
  if (!message) return;
  Object.assign(message, { className: "message", textContent: "" });
  delete message.dataset.kept;
};

const showChip = (text) => {
  let chip = one(".bar .unsent");
  if (!text) {
    chip?.remove();
    return;
  }
  if (!chip) {
    chip = button("");
    chip.className = "unsent warn";
    one(".bar h1")?.after(chip);
  }
  chip.textContent = text;
};

const whyAway = () => {
  if (network.about === "key") return say("Try again when connected.");
  if (one("[data-saves]") && !unsent()) return say("Save keeps the board on this phone.");
  if (isLasting()) return say("Saved on this phone, sent when back online.");
  return say("This browser can't save offline: keep this page open until you are back online.");
};

/** What the chip says while so many are not sent. */
const inShort = (n) => {
  if (network.away === "offline") return n ? say("offline, {n} unsent", { n }) : say("offline");
  if (network.away) return n ? say("no answer, {n} unsent", { n }) : say("no answer");
  return n ? say("{n} unsent", { n }) : "";
};

/** Say beside the totals which deals are not in them. */
const showMissing = () => {
  const missing = deals(location.pathname).filter((deal) => !deal.open && isUnsent(deal)).length;
  const place = one(".not-in-totals");
  if (!missing) return place?.remove();
  const note = place || element("p", { className: "note not-in-totals" });
  note.textContent = say("{n} {n:deal|deals} not sent yet", { n: missing });
  if (!place) one("main.table .totals")?.after(note);
};

/** What the page says once the network is back and nothing waits any more: of answers alone "All
 * sent" sounds as if their deal was saved. */
const whatCame = () =>
  form() && network.begun === dealNumber()
    ? say("Back online. Deal {n} isn’t saved yet.", { n: network.begun })
    : say("Back online. All sent.");

/** Whether the pad has answers that the server has not reckoned with: its count of bids said "0 of
 * 13" beside four of them, and its preview had points that no longer came of them. */
const isAhead = () =>
  Boolean(network.away && form() && taps(table()).some(({ deal }) => deal === dealNumber()));

/** Show the state of the network. */
export const tell = () => {
  document.documentElement.toggleAttribute("data-ahead", isAhead());
  for (const part of all("[data-away]")) part.hidden = !network.away;
  showChip(inShort(unsent()));
  showMissing();
  if (network.away) {
    show("warn", `${WHY[network.away]} ${whyAway()}`);
    if (form() && network.away !== "waiting") promise();
  } else if (network.returned && !waits().length) {
    if (!one("#message:is(.good, .bad):not([data-kept])")) {
      network.said = { text: whatCame(), deal: form() && dealNumber() };
      show("good", network.said.text);
    }
    network.returned = false;
  }
};

/** Note that no answer comes: why, and what was sent last. */
export const gone = (why, about = network.about) => {
  Object.assign(network, { away: why, about });
  tell();
};

setInterval(tell, 2000);
