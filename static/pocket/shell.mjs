// The page around the app: it holds the engine's worker, shows the app in a frame, and says what is
// the matter while neither can be.

import { say } from "../js/say.js";
import { ended, howToStart, makeWhenIdle } from "./quick_start.mjs";

// The path under which the edition lies: "/", or "/pocket/" on a server.
const BASE = new URL("../", import.meta.url).pathname;

const frame = document.getElementById("app");
const starting = document.getElementById("starting");
const words = document.getElementById("say");
const progress = document.getElementById("progress");
const wayOut = document.getElementById("way-out");
const notice = document.getElementById("notice");
const server = document.getElementById("server");

// What `make bench` and the tests read: when each step was done, in milliseconds.
const marks = {};
window.marks = marks;
let engine = null;
// The engine before it, while it may be the only one that still has the games.
let former = null;
let asked = false;
// Whether the browser has not promised to keep what is saved here.
let refused = false;
// Whether something is said in the app's place.
let tells = false;
// Whether the games are in the engine's memory alone.
let gone = false;
// Whether the edition found no room.
let isFull = false;
// The items that say since when something is kept here, and that the refusal below was read.
const KEPT = "pocket-kept-since";
const READ = "pocket-refusal-read";

function tell(text, ...ways) {
  tells = true;
  words.textContent = text;
  progress.hidden = true;
  wayOut.replaceChildren(...ways);
  wayOut.hidden = !ways.length;
  starting.hidden = false;
  frame.hidden = true;
  notice.hidden = true;
}

function tellNoMore() {
  tells = false;
  starting.hidden = true;
  frame.hidden = false;
}

const NOT_ALLOWED = say(
  "this browser stores nothing here, perhaps because the window is private or cookies are blocked.",
);

const checkKey = () =>
  button(say("Check this browser"), () => location.assign(`${BASE}pocket/check/`));

function button(text, act) {
  const made = document.createElement("button");
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

// --- The service worker --------------------------------------------------------------------------

async function controlled() {
  const { serviceWorker } = navigator;
  await installed(await registered());
  if (serviceWorker.controller) return;
  await new Promise((done) =>
    serviceWorker.addEventListener("controllerchange", done, { once: true }),
  );
}

async function registered() {
  const registration = await navigator.serviceWorker.register(`${BASE}sw.js`).catch((error) => {
    if (error.name !== "SecurityError") throw new Error(notFetched());
  });
  if (!registration) throw new Error(NOT_ALLOWED);
  return registration;
}

// An edition that could not be fetched whole is thrown away, and no other comes by itself.
function installed(registration) {
  const { installing } = registration;
  return new Promise((done, refused) => {
    const look = () => {
      if (installing?.state === "redundant" && !registration.active)
        refused(new Error(notFetched()));
    };
    installing?.addEventListener("statechange", look);
    look();
    navigator.serviceWorker.ready.then(done);
  });
}

function notFetched() {
  if (isFull) return say("there is too little free space on this phone.");
  return navigator.onLine
    ? say("a part of it could not be downloaded.")
    : say("the first start needs the network.");
}

// Each call comes to every tab; the tab with the engine takes it, once.
const taken = new Set();
// What the engine has not answered yet; if it is replaced, the next one does.
const unanswered = new Map();

function take({ data, ports: [port] }) {
  if (!data.call || !engine) return;
  port.postMessage({ taken: true });
  if (taken.has(data.id)) return;
  taken.add(data.id);
  unanswered.set(data.id, () => handOn(data, port));
  unanswered.get(data.id)();
  makeWhenIdle();
}

function handOn({ call, id }, port) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    unanswered.delete(id);
    port.postMessage(data, [data.body]);
  };
  engine.postMessage({ call, id }, [port2]);
}

// --- The engine ----------------------------------------------------------------------------------

// One tab has the engine for as long as it is open; then another one takes over.
function holdEngine() {
  navigator.locks.request("pocket-engine", () => {
    marks.locked = performance.now();
    start();
    return new Promise(() => {});
  });
}

// An engine whose writes the browser could not keep stays until the next one has found on the disk
// what was saved.
function start({ isStale = false } = {}) {
  if (isStale) former ??= engine;
  const isReplaced = engine && engine !== former;
  if (isReplaced) engine.terminate();
  delete document.documentElement.dataset.engine;
  const name = JSON.stringify(howToStart());
  engine = new Worker(new URL("worker.mjs", import.meta.url), { type: "module", name });
  engine.onmessage = ({ data }) => heard(data);
  engine.onerror = (error) => failed(error.message || notLoaded());
  if (isReplaced) for (const handOnAgain of unanswered.values()) handOnAgain();
}

const notLoaded = () =>
  navigator.onLine
    ? say("the engine could not be loaded")
    : say("a part of it has to be downloaded again, which needs the network.");

function heard(told) {
  if (told.ready || told.failed) ended();
  if (told.ready && told.isNew && former) {
    sayGone();
  } else if (told.ready) {
    former?.terminate();
    former = null;
    if (tells) tellNoMore();
    marks.ready = performance.now();
    marks.engine = told.ready;
    if (told.isNew && localStorage.getItem(KEPT)) sayDeleted();
    document.documentElement.dataset.engine = "ready";
    makeWhenIdle();
    setTimeout(showAnyway, SHOW_ANYWAY_MS);
  }
  if (told.saved) {
    remember();
    clearInterval(leadsBack); // this has to be sent first
    bringTogether();
  }
  if (told.gone) sayGone();
  if (told.restart && !gone) {
    unanswered.delete(told.id); // its answer may come after this
    start(told);
  }
  if (told.failed) failed(told.failed, told.damaged);
}

// The browser has deleted what is kept, because it needs room or somebody cleared its data.
function sayGone() {
  gone = true;
  localStorage.setItem(KEPT, new Date().toISOString());
  tell(
    say(
      "The browser has deleted the games on this phone. They are still open here: save them to a file now, then restore them.",
    ),
    saveKey(),
    button(say("Start again"), () => location.replace(BASE)),
  );
}

// The disk is full: the browser opens nothing then, and what was entered last waits in the frame.
function sayFull() {
  tell(
    say(
      "There is no free space on this phone. Make some, then try again. If you can, save your games to a file first.",
    ),
    button(say("Try again"), () => start({ isStale: true })),
    saveKey(),
  );
}

const saveKey = () => button(say("Save everything to a file"), saveFromMemory);

function saveFromMemory() {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => download(data, "scorekeeper.db");
  (former ?? engine).postMessage({ export: true }, [port2]);
}

function failed(why, damaged = false) {
  if (former) {
    sayFull();
  } else if (!damaged) {
    tell(
      say("Scorekeeper could not start: {why}", { why }),
      button(say("Try again"), () => location.reload()),
      checkKey(),
    );
  } else {
    tell(
      say(
        "The data on this phone is damaged. Save it to a file first: some of it may be recoverable.",
      ),
      button(say("Save data to a file"), saveDamaged),
      button(say("Delete and start again"), startAfresh),
    );
  }
}

async function saveDamaged() {
  const { content } = await import("./store.mjs");
  download(await content(), "scorekeeper-damaged.db");
}

async function startAfresh() {
  if (!confirm(say("Delete all games and leagues on this phone? This can't be undone."))) return;
  const { clear } = await import("./store.mjs");
  engine.terminate();
  await clear();
  localStorage.removeItem(KEPT);
  location.replace(BASE);
}

function download(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

// With the first thing that is saved there is something to lose: the browser is asked not to delete
// it, a refusal is said, and that something was there is remembered elsewhere.
async function remember() {
  if (asked) return;
  asked = true;
  localStorage.setItem(KEPT, new Date().toISOString());
  refused = !(await navigator.storage?.persist?.());
}

// Not at the table, where it would push the keys about.
function sayRefused(pathname) {
  notice.hidden = !refused || localStorage.getItem(READ) || pathname.startsWith(`${BASE}t/`);
  if (notice.hidden || notice.childElementCount) return;
  const close = () => {
    localStorage.setItem(READ, "yes");
    notice.hidden = true;
  };
  notice.replaceChildren(
    say("The browser may delete your games to make room. Save them to a file now and then."),
    button(say("Close"), close),
  );
}

// --- The server that the edition comes from ------------------------------------------------------

// While the server does not answer, it is asked nearly as often as one that does is asked for news.
const LOOK_AGAIN_MS = 10_000;
const ASK_FIRST_MS = 250;
const ASK_MOST_MS = 1500;
const PATIENCE_MS = 2000;
// The engine waits 15 s for the server (network.mjs). Nothing else ends this wait: an answer lost on
// its way from the engine would keep the game here for good.
const SYNC_MS = 30_000;
const LEAD_BACK_MS = 300;
let together = Promise.resolve();
let pause = ASK_FIRST_MS;
let timer = 0;

// Where the server answers again: send what was entered here, fetch what others entered, and say so.
function bringTogether() {
  if (BASE === "/") return;
  together = together
    .then(bringOnce)
    .catch(() => {
      tellAway();
      return false;
    })
    .then((answers) => {
      pause = answers ? ASK_FIRST_MS : Math.min(2 * pause, ASK_MOST_MS);
      clearTimeout(timer);
      timer = setTimeout(askIfSeen, answers ? LOOK_AGAIN_MS : pause);
    });
}

function askIfSeen() {
  if (!document.hidden) bringTogether();
}

// Whether the server answers, where it has a game that is shown.
async function bringOnce() {
  const { pathname } = frame.contentWindow.location;
  const [, table] = pathname.slice(BASE.length).match(/^t\/([\w-]+)$/) ?? [];
  if (!table) {
    tellServer();
    return true;
  }
  const signal = AbortSignal.timeout(PATIENCE_MS);
  if (!navigator.onLine || !(await fetch("/health/live", { signal })).ok) {
    tellAway();
    return false;
  }
  const answer = await fetch(`${BASE}pocket/sync/${table}`, {
    method: "POST",
    signal: AbortSignal.timeout(SYNC_MS),
  });
  if (answer.ok && pathname === frame.contentWindow.location.pathname)
    tellTogether(table, await answer.json());
  else tellServer();
  return true;
}

function tellTogether(table, told) {
  if (told.news) frame.contentWindow.location.reload();
  if (told.why) {
    tellServer(
      told.why,
      button(say("Share"), () => leadTo(`${BASE}pocket/send/${table}`)),
    );
  } else if (told.held) {
    const decide = button(say("Decide"), () => leadTo(`${BASE}pocket/send/${table}`));
    tellServer(say("Another phone saved entries first."), decide);
  } else {
    const address = `/t/${told.table}`;
    const back = button(say("Back to the server"), () => leadBack(address));
    tellServer(say("Back online. Everything has been sent."), back);
    if (cameFrom() === address) leadBackWhenIdle(address);
  }
}

// The game of the server that this tab went on with, when its network went (go_on.mjs).
const cameFrom = () => sessionStorage.getItem("came-from");

let leadsBack = 0;

// Not under a finger, and not in the middle of a number.
function leadBackWhenIdle(address) {
  clearInterval(leadsBack);
  const look = () => {
    const { contentDocument, contentWindow } = frame;
    const isShown = contentWindow.location.pathname.endsWith(address);
    const isBusy =
      contentDocument.querySelector("[data-pressed], .htmx-request, .menu[open]") ||
      contentDocument.activeElement?.matches("input[type=text], textarea");
    if (isShown && isBusy) return;
    clearInterval(leadsBack);
    if (isShown) leadBack(address);
  };
  leadsBack = setInterval(look, LEAD_BACK_MS);
}

// What is half entered goes along (later.js).
function leadBack(address) {
  const { contentDocument, contentWindow } = frame;
  const leave = new contentWindow.CustomEvent("pocket:leave", { detail: address });
  contentDocument.dispatchEvent(leave);
  sessionStorage.removeItem("came-from");
  location.replace(address);
}

// A player who did not ask for it is told where the game is.
function tellAway() {
  const isShown = cameFrom() && frame.contentWindow.location.pathname.endsWith(cameFrom());
  tellServer(isShown ? say("Offline. Saved on this phone, sent when back online.") : "");
}

function tellServer(text = "", ...ways) {
  server.hidden = !text;
  if (server.firstChild?.textContent !== text) server.replaceChildren(text, ...ways);
}

function leadTo(address) {
  tellServer();
  frame.contentWindow.location.assign(address);
}

addEventListener("online", bringTogether);
addEventListener("offline", bringTogether);
document.addEventListener("visibilitychange", askIfSeen);

function sayDeleted() {
  tell(
    say(
      "The browser has deleted the games on this phone, perhaps to make room. If you saved them to a file, you can restore them.",
    ),
    button(say("Restore games"), () => show(`${BASE}pocket/kept`)),
    button(say("Continue without them"), () => show(BASE)),
  );
}

function show(address) {
  localStorage.removeItem(KEPT);
  tells = false;
  frame.contentWindow.location.replace(address);
}

// --- The frame -----------------------------------------------------------------------------------

function follow() {
  const { pathname, search, hash, href } = frame.contentWindow.location;
  if (href === "about:blank" || tells) return;
  marks.shown ??= performance.now();
  starting.hidden = true;
  frame.hidden = false;
  document.title = frame.contentDocument.title;
  sayRefused(pathname);
  bringTogether();
  const here = pathname + search + hash;
  if (here !== location.pathname + location.search + location.hash)
    history.replaceState(null, "", here);
}

// A page is shown once all of it has come, but after a while as far as it has.
const SHOW_ANYWAY_MS = 2000;

function showAnyway() {
  follow();
  if (frame.hidden && !tells) setTimeout(showAnyway, SHOW_ANYWAY_MS);
}

if (!window.isSecureContext) {
  tell(
    say(
      "Browsers store games on a phone only at addresses that begin with https. This one doesn't.",
    ),
    ...(BASE === "/" ? [] : [button(say("Play on the server"), () => location.assign("/"))]),
    checkKey(),
  );
} else if (!navigator.serviceWorker) {
  failed(NOT_ALLOWED);
} else if (!navigator.locks) {
  tell(
    say("This browser is too old to store games on the phone. Update it or use another."),
    checkKey(),
  );
} else {
  navigator.serviceWorker.addEventListener("message", take);
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    isFull ||= data.isFull;
  });
  navigator.serviceWorker.startMessages();
  frame.addEventListener("load", follow);
  controlled().then(
    () => {
      marks.controlled = performance.now();
      holdEngine();
      frame.contentWindow.location.replace(location.pathname + location.search + location.hash);
    },
    (error) => failed(navigator.onLine ? error.message : say("the first start needs the network.")),
  );
}
