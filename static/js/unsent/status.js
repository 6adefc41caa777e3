// What the page says of the network: a chip beside the heading, a message above the wide key.
import { one } from "../dom.js";
import { button } from "./elements.js";
import { form } from "./pad.js";
import { deals, isLasting, taps } from "./store.js";
import { LATER, promise } from "./wide_key.js";

/** How long an item may be on its way before it is said to be unsent. */
const ON_ITS_WAY_MS = 2000;

/** Why no answer comes, by `network.away`. */
export const WHY = {
  offline: "Offline.",
  waiting: "No answer yet.",
  server: "The server isn't answering.",
};

/** What is known of the network. */
export const network = {
  /** Why no answer comes, a key of `WHY`; empty where all is well. */
  away: "",
  /** What was given last: "taps", a "deal", or another "key", which is not kept. */
  about: "taps",
  /** Whether it has come back and not all has been sent yet. */
  returned: false,
};

/** What waits to be sent. */
export const waits = () => [...deals(), ...taps().filter((tap) => tap.due && !tap.done)];

const isLate = (item) => network.away || Date.now() - item.at > ON_ITS_WAY_MS;

/** What no request of this page carries: of another table, or given up by its request. */
const isAlone = (item) => (item.table ? item.table !== location.pathname : !item.fresh);

const unsent = () => waits().filter((item) => isLate(item) || isAlone(item));

const say = (kind, text) => {
  const message = one(".act #message");
  if (!message || message.textContent === text) return;
  Object.assign(message, { className: `message ${kind}`, textContent: text });
  message.dataset.kept = "";
};

/** Take back what was said of the network. */
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
  if (network.about === "key") return "Try again when connected.";
  if (isLasting()) return `Saved on this phone, ${LATER}.`;
  return "This browser can't save offline: keep this page open until you are back online.";
};

/** Say how things stand. */
export const tell = () => {
  const count = unsent().length;
  const state = network.away && (network.away === "offline" ? "offline" : "no answer");
  showChip([state, count && `${count} unsent`].filter(Boolean).join(", "));
  if (network.away) {
    say("warn", `${WHY[network.away]} ${whyAway()}`);
    if (form() && network.away !== "waiting") promise();
  } else if (network.returned && !waits().length) {
    say("good", "Back online. All sent.");
    network.returned = false;
  }
};

/** From now on there is no answer: why, and what was given last. */
export const gone = (why, about = network.about) => {
  Object.assign(network, { away: why, about });
  tell();
};

setInterval(tell, 2000);
addEventListener("storage", () => tell());
