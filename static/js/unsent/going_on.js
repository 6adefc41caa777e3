// Where the server has the pocket edition, a game goes on there by itself when the network goes: the
// edition is fetched in the background, and the game is taken along as it stands.
import { isHeldDown } from "../pressed.js";
import { form, sendsByItself, table } from "./pad.js";
import { drawnState, queue, standsStill } from "./queue.js";
import { network } from "./status.js";

const POCKET = document.documentElement.dataset.pocket;

/** The pocket edition's service worker looks there. */
const SHELF = "scorekeeper-along";

const MOST_GAMES = 12;

const TAKE_AFTER_MS = 1000;

const LEAVE_MS = 500;

const canKeep = POCKET && window.isSecureContext && window.caches && navigator.serviceWorker;

const copyOf = (game) => game.replace("/t/", `${POCKET}along/`);

let taken; // the version that lies on the shelf

/** Take the game along as the server has it now. */
const takeAlong = async () => {
  const [version] = form() ? drawnState() : [];
  // version 0 goes along too: a game goes on offline from its first bid, not its first deal
  if (version === undefined || version === taken || network.away || !sendsByItself()) return;
  if (navigator.connection?.saveData) return;
  const body = new URLSearchParams({ csrf_token: form().elements.csrf_token.value });
  try {
    const edition = await navigator.serviceWorker.register(`${POCKET}sw.js`);
    if (taken === undefined) edition.update().catch(() => {}); // the server may have a newer one
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

/** Whether the edition is on this phone, and the game with it as the page shows it: an older copy
 * would ask for deals again that are saved. */
const isReady = async () => {
  const edition = await navigator.serviceWorker.getRegistration(POCKET);
  const isOurs = edition?.scope.endsWith(POCKET); // else it is the one of all pages
  const shelf = isOurs && edition.active && (await caches.open(SHELF));
  const copy = shelf && (await shelf.match(copyOf(table())));
  const [version] = drawnState();
  return Boolean(copy) && (await copy.json()).records.version >= version;
};

/** What is answered goes along, but for the answers of a deal that is saved. */
const keepAnswers = () => {
  const answers = standsStill() ? [] : [...new FormData(form()).entries()];
  try {
    sessionStorage.setItem(`going-on ${table()}`, JSON.stringify(answers));
  } catch {
    // private mode
  }
};

/** Whether somebody is in the middle of a number, or of the correction of a deal. */
const isInTheMiddle = () =>
  isHeldDown() ||
  document.activeElement?.matches("#pad input[type=text]") ||
  queue().some((deal) => deal.open);

let leaves = false;

/** Whether the edition could not read the game and led back, as an older one may after an update. */
const cameBack = () => location.hash === "#stay";

/** Go on there while there is no network. */
const goOn = async () => {
  const isAway = form() && ["offline", "server"].includes(network.away);
  if (cameBack() || !isAway || leaves || isInTheMiddle() || document.hidden || !sendsByItself())
    return;
  if (!(await isReady()) || isInTheMiddle()) return;
  leaves = true;
  keepAnswers();
  location.replace(copyOf(table()).replace("/along/", "/pocket/go-on/"));
};

if (canKeep) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(takeAlong, TAKE_AFTER_MS);
  };
  document.addEventListener("htmx:after:swap", soon);
  soon();
  setInterval(goOn, LEAVE_MS);
  addEventListener("pageshow", () => {
    leaves = false;
  });
}
