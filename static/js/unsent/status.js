// What the page says about the network: a chip beside the heading, a message above the wide key.
import { one } from "../dom.js";
import { say } from "../say.js";
import { button } from "./elements.js";
import { form } from "./pad.js";
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
};

/** What waits to be sent. */
export const waits = () => [...deals(), ...taps().filter((tap) => tap.due && !tap.done)];

const isLate = (item) => network.away || Date.now() - item.at > ON_ITS_WAY_MS;

/** Whether no request of this page sends it: it is another table's, or its request gave up. */
const isAlone = (item) => (item.table ? item.table !== location.pathname : !item.fresh);

const unsent = () => waits().filter((item) => isLate(item) || isAlone(item));

const show = (kind, text) => {
  const message = one(".act #message");
  if (!message || message.textContent === text) return;
  Object.assign(message, { className: `message ${kind}`, textContent: text });
  message.dataset.kept = "";
};

/** Remove the message about the network. */
export const unsay = () => {
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
  if (isLasting()) return say("Saved on this phone, sent when back online.");
  return say("This browser can't save offline: keep this page open until you are back online.");
};

/** What the chip says while so many are not sent. */
const inShort = (n) => {
  if (network.away === "offline") return n ? say("offline, {n} unsent", { n }) : say("offline");
  if (network.away) return n ? say("no answer, {n} unsent", { n }) : say("no answer");
  return n ? say("{n} unsent", { n }) : "";
};

/** Show the state of the network. */
export const tell = () => {
  showChip(inShort(unsent().length));
  if (network.away) {
    show("warn", `${WHY[network.away]} ${whyAway()}`);
    if (form() && network.away !== "waiting") promise();
  } else if (network.returned && !waits().length) {
    show("good", say("Back online. All sent."));
    network.returned = false;
  }
};

/** Note that no answer comes: why, and what was sent last. */
export const gone = (why, about = network.about) => {
  Object.assign(network, { away: why, about });
  tell();
};

setInterval(tell, 2000);
addEventListener("storage", () => tell());
