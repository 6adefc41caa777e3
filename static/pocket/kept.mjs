// The page "On this phone": whether the browser may delete what is kept, saving it without a
// download manager in between, and whether the engine starts from a snapshot.
import { say } from "../js/say.js";
import { isMade, isOff, isPossible, turn } from "./quick_start.mjs";

const told = document.getElementById("persisted");
const form = document.getElementById("export");

async function tell() {
  if (!navigator.storage?.persisted) return;
  const kept = await navigator.storage.persisted();
  told.textContent = kept
    ? say("The browser won't delete the data to make room.")
    : say("The browser may delete the data when storage runs low. Save it to a file now and then.");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
  const [, name] = /filename="(.+)"/.exec(answer.headers.get("Content-Disposition"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  location.reload();
});

const quick = document.getElementById("quick");

async function tellQuick() {
  const state = isOff() ? "off" : (await isMade()) ? "made" : "wanted";
  for (const one of quick.querySelectorAll("[data-when]"))
    one.hidden = !one.dataset.when.split(" ").includes(state);
  quick.hidden = !isPossible();
}

quick.addEventListener("click", async ({ target }) => {
  if (!target.matches("button")) return;
  await turn(target.value === "on");
  await tellQuick();
});

tell();
tellQuick();
