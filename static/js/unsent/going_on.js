// Where the server has the pocket edition, a game goes on there when the network goes: the edition is
// fetched in the background, and the game is taken along as it stands.
import { all, one } from "../dom.js";
import { say } from "../say.js";
import { element } from "./elements.js";
import { form, sendsByItself, table } from "./pad.js";
import { network } from "./status.js";

const POCKET = document.documentElement.dataset.pocket;

/** The pocket edition's service worker looks there. */
const SHELF = "scorekeeper-along";

const MOST_GAMES = 12;

const TAKE_AFTER_MS = 1000;

const OFFER_MS = 500;

const canKeep = POCKET && window.isSecureContext && window.caches && navigator.serviceWorker;

const copyOf = (game) => game.replace("/t/", `${POCKET}along/`);

let taken = ""; // the version that lies on the shelf

/** Take the game along as the server has it now. */
const takeAlong = async () => {
  const version = form()?.elements.version.value;
  if (!version || version === taken || network.away || !sendsByItself()) return;
  if (navigator.connection?.saveData) return;
  const body = new URLSearchParams({ csrf_token: form().elements.csrf_token.value });
  try {
    const edition = await navigator.serviceWorker.register(`${POCKET}sw.js`);
    if (!taken) edition.update().catch(() => {}); // the server may have a newer one
    const answer = await fetch(copyOf(table()), { method: "POST", body });
    if (!answer.ok) return;
    const shelf = await caches.open(SHELF);
    await shelf.delete(copyOf(table()));
    await shelf.put(copyOf(table()), answer);
    taken = version;
    for (const old of (await shelf.keys()).slice(0, -MOST_GAMES)) await shelf.delete(old);
  } catch {
    // the network has gone, or the phone has no room
  }
};

/** Whether the edition is on this phone, and the game with it. */
const isReady = async () => {
  const edition = await navigator.serviceWorker.getRegistration(POCKET);
  const isOurs = edition?.scope.endsWith(POCKET); // else it is the one of all pages
  const shelf = isOurs && edition.active && (await caches.open(SHELF));
  return Boolean(await shelf?.match(copyOf(table())));
};

/** What is answered goes along. */
const keepAnswers = () => {
  const answers = JSON.stringify([...new FormData(form()).entries()]);
  try {
    sessionStorage.setItem(`going on ${table()}`, answers);
  } catch {
    // private mode
  }
};

/** Offer to go on there while there is no network. */
const offer = async () => {
  const isAway = form() && network.away && network.away !== "waiting";
  if (isAway && one(".act .going-on")) return;
  if (!isAway || !(await isReady())) {
    for (const old of all(".act .going-on")) old.remove();
    return;
  }
  const link = element("a", {
    className: "quiet going-on",
    href: copyOf(table()).replace("/along/", "/pocket/go-on/"),
    textContent: say("Continue offline"),
    onclick: keepAnswers,
  });
  one(".act #message").after(link);
};

if (canKeep) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(takeAlong, TAKE_AFTER_MS);
  };
  document.addEventListener("htmx:after:swap", soon);
  soon();
  setInterval(offer, OFFER_MS);
}
