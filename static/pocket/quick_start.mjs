// Whether the engine may start from a snapshot, and when one is made: never on iOS, nor where
// somebody has turned it off, nor after two that were of no use.
import { drop, has } from "./snapshot.mjs";

const { edition } = top.document.documentElement.dataset;

// The items that say that a start from a snapshot has begun, how many came to nothing, each in its
// edition, and that none is wanted.
const BEGUN = "pocket-quick-start-begun";
const FAILED = "pocket-quick-starts-failed";
const OFF = "pocket-quick-start-off";
const MOST_FAILURES = 2;

const IDLE_MS = 5000;
const ROOM = 1e9;
const MEMORY_GB = 2;

const isWebKit =
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
const failures = () => {
  const [of, times] = (localStorage.getItem(FAILED) ?? "").split(" ");
  return of === edition ? Number(times) : 0;
};
const mayBe = () => isPossible() && !isOff() && failures() < MOST_FAILURES;

export const isPossible = () => !isWebKit && Boolean(edition);
export const isOff = () => Boolean(localStorage.getItem(OFF));
export const isMade = () => has(edition);

// Start quickly from now on, or never.
export async function turn(on) {
  if (on) {
    localStorage.removeItem(OFF);
    localStorage.removeItem(FAILED);
  } else {
    localStorage.setItem(OFF, "yes");
    await drop(edition);
  }
}

function noteFailure() {
  localStorage.setItem(FAILED, `${edition} ${failures() + 1}`);
  localStorage.removeItem(BEGUN);
  drop(edition);
}

// What the engine's worker is told. A start that never came to its end has hung or crashed.
export function howToStart() {
  if (localStorage.getItem(BEGUN)) noteFailure();
  const quick = mayBe();
  if (quick) localStorage.setItem(BEGUN, "yes");
  return { edition, quick };
}

// The engine runs, or cannot.
export const ended = () => localStorage.removeItem(BEGUN);

async function hasRoom() {
  const { storage } = navigator;
  if ((navigator.deviceMemory ?? MEMORY_GB) < MEMORY_GB) return false;
  if (await storage?.persisted?.()) return true;
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  return quota - usage > ROOM;
}

let timer = 0;
let maker = null;

// Make one when nothing has been asked of the engine, which runs, for a while; and fetch what only
// the search needs, unless the browser is to save data.
export function makeWhenIdle() {
  clearTimeout(timer);
  if (!maker && document.documentElement.dataset.engine) timer = setTimeout(prepare, IDLE_MS);
}

function prepare() {
  const { onLine, connection, serviceWorker } = navigator;
  if (onLine && !connection?.saveData) serviceWorker.controller?.postMessage("later");
  make();
}

async function make() {
  if (maker || !mayBe() || (await has(edition)) || !(await hasRoom())) return;
  const name = JSON.stringify({ edition });
  maker = new Worker(new URL("maker.mjs", import.meta.url), { type: "module", name });
  maker.onmessage = ({ data }) => {
    maker.terminate();
    if (data.failed) noteFailure();
    if (isOff()) drop(edition);
    document.documentElement.dataset.snapshot = data.failed ?? "made";
  };
}

addEventListener("pagehide", ended);
