// Tries on a person's phone what the pocket edition takes for granted, and says what it found. It has a
// database of its own, so that it works where the engine cannot start.
import { say } from "../../js/say.js";
import { opened, put, read } from "./store.mjs";

const found = document.getElementById("found");
const returned = document.getElementById("returned");
const results = [];
// The item that says which number was written last, as far as the page was told.
const TOLD = "pocket-check-told";
const EVERY_MS = 50;

function tell(what, result, good) {
  results.push(`${what}: ${result}`);
  const name = document.createElement("dt");
  const words = document.createElement("dd");
  name.textContent = what;
  words.textContent = result;
  words.className = good ? "good" : "bad";
  found.append(name, words);
}

async function tried(what, attempt) {
  try {
    const result = await attempt();
    tell(what, result, true);
  } catch (error) {
    tell(what, say("no: {why}", { why: error.message || error.name }), false);
  }
}

function demand(there, why) {
  if (!there) throw new Error(why);
}

// What the worker finds, each by its name.
function inWorker() {
  return new Promise((done, refused) => {
    const worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = () => refused(new Error(say("module workers don't start")));
  });
}

const megabytes = (bytes) => Math.round(bytes / 1e6);

// What is tried in the worker, each by its name there: what it is called, and what is said of it.
const OF_WORKER = {
  memory: [say("Memory in a worker"), ({ megabytes }) => say("{megabytes} MB", { megabytes })],
  files: [say("Files in a worker"), ({ took }) => say("yes, {took} ms", { took })],
};

async function check() {
  tell(say("Browser"), navigator.userAgent, true);
  await tried(say("Secure address"), () => {
    demand(window.isSecureContext, say("the address does not begin with https"));
    return say("yes");
  });
  await tried(say("Service worker"), () => {
    demand("serviceWorker" in navigator, say("missing, perhaps because of a private window"));
    return navigator.serviceWorker.controller ? say("controls this page") : say("there");
  });
  await tried(say("One engine for all tabs"), () => {
    demand(navigator.locks, say("no Web Locks"));
    return navigator.locks.request("pocket-check", () => say("yes"));
  });
  await tried(say("Unpacking files"), () => {
    new DecompressionStream("gzip");
    return say("yes");
  });
  await tried(say("Writing to disk"), async () => {
    const database = await opened();
    const begun = performance.now();
    await put(database, "strict", new Uint8Array(4096));
    return say("{took} ms", { took: (performance.now() - begun).toFixed(1) });
  });
  await tried(say("Storage space"), async () => {
    const { usage, quota } = await navigator.storage.estimate();
    return say("{used} MB used of {room} MB", { used: megabytes(usage), room: megabytes(quota) });
  });
  await tried(say("Permanent storage"), async () => {
    const stays = (await navigator.storage.persisted()) || (await navigator.storage.persist());
    demand(stays, say("the browser may delete it to make room"));
    return say("granted");
  });
  try {
    for (const found of await inWorker()) {
      const [what, words] = OF_WORKER[found.name];
      await tried(what, () => {
        demand(!found.failed, found.failed);
        return words(found);
      });
    }
  } catch (error) {
    tell(say("Worker"), say("no: {why}", { why: error.message }), false);
  }
  document.documentElement.dataset.check = "done";
}

// --- Closed while writing ------------------------------------------------------------------------

// Numbers are written for as long as the page is open. What the page was told is written is kept
// elsewhere, for the next visit to compare.
async function write() {
  const database = await opened();
  returned.textContent = say("Writing. Close the browser now, and open this page again.");
  for (let number = 1; ; number++) {
    await put(database, "number", number);
    localStorage.setItem(TOLD, String(number));
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
}

async function compare() {
  const told = Number(localStorage.getItem(TOLD));
  if (!told) return;
  const kept = (await read(await opened(), "number")) ?? 0;
  localStorage.removeItem(TOLD);
  const values = { told, lost: told - kept };
  const words =
    kept >= told
      ? say("Last time all {told} writes were kept.", values)
      : say("Last time {lost} of {told} writes were lost.", values);
  results.push(`${say("Closed while writing")}: ${words}`);
  returned.textContent = words;
}

document.getElementById("begin").addEventListener("click", ({ target }) => {
  target.disabled = true;
  write();
});
document.getElementById("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(results.join("\n"));
  document.getElementById("copied").textContent = say("Copied.");
});

compare().then(check);
