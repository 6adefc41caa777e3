// Keys that copy a link, share it with the phone's own dialog, or print; shown only where the phone
// can do that.
import { all } from "../dom.js";
import { say } from "../say.js";

const DEEDS = {
  copy:
    navigator.clipboard &&
    (async (key) => {
      await navigator.clipboard.writeText(key.dataset.copy);
      key.lastChild.textContent = say("Copied");
    }),
  send: navigator.share && ((key) => navigator.share({ url: key.dataset.send }).catch(() => {})),
  print: () => print(),
};

const offerDeeds = () => {
  for (const name in DEEDS)
    for (const key of all(`button[data-${name}]`)) key.hidden = !DEEDS[name];
  // without sharing, copying is the main action
  for (const key of navigator.share ? [] : all(".act > [data-copy]")) key.className = "main";
};

document.addEventListener("click", (event) => {
  for (const name in DEEDS) {
    const key = event.target.closest(`button[data-${name}]`);
    if (key) DEEDS[name](key);
  }
});
// a part of the page that came anew hides them again
document.addEventListener("htmx:after:swap", offerDeeds);
offerDeeds();
