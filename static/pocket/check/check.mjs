// Tries on a person's phone what the pocket edition takes for granted, and says what it found. It has a
// database of its own, so that it works where the engine cannot start.
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
    tell(what, `no: ${error.message || error.name}`, false);
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
    worker.onerror = () => refused(new Error("no module worker starts"));
  });
}

const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

async function check() {
  tell("Browser", navigator.userAgent, true);
  await tried("Secure address", () => {
    demand(window.isSecureContext, "the address does not begin with https");
    return "yes";
  });
  await tried("Service worker", () => {
    demand("serviceWorker" in navigator, "missing, perhaps because of a private window");
    return navigator.serviceWorker.controller ? "in charge of this page" : "there";
  });
  await tried("One engine among tabs", () => {
    demand(navigator.locks, "no Web Locks");
    return navigator.locks.request("pocket-check", () => "yes");
  });
  await tried("Unpacking files", () => {
    new DecompressionStream("gzip");
    return "yes";
  });
  await tried("A strict write", async () => {
    const database = await opened();
    const begun = performance.now();
    await put(database, "strict", new Uint8Array(4096));
    return `${(performance.now() - begun).toFixed(1)} ms`;
  });
  await tried("Room", async () => {
    const { usage, quota } = await navigator.storage.estimate();
    return `${megabytes(usage)} used of ${megabytes(quota)}`;
  });
  await tried("Storage that stays", async () => {
    const stays = (await navigator.storage.persisted()) || (await navigator.storage.persist());
    demand(stays, "the browser may delete it to make room");
    return "granted";
  });
  try {
    for (const { what, result, good } of await inWorker()) tell(what, result, good);
  } catch (error) {
    tell("Worker", `no: ${error.message}`, false);
  }
  document.documentElement.dataset.check = "done";
}

// --- Closed in the middle ------------------------------------------------------------------------

// Numbers are written for as long as the page is open. What the page was told is written is kept
// elsewhere, for the next visit to compare.
async function write() {
  const database = await opened();
  returned.textContent = "Writing. Close the browser now, and open this page again.";
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
  const words =
    kept >= told ? `all ${told} writes were kept` : `${told - kept} of ${told} writes were lost`;
  results.push(`Closed in the middle: ${words}`);
  returned.textContent = `Last time ${words}.`;
}

document.getElementById("begin").addEventListener("click", ({ target }) => {
  target.disabled = true;
  write();
});
document.getElementById("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(results.join("\n"));
  document.getElementById("copied").textContent = "Copied.";
});

compare().then(check);
