// Copies a link, shares it with the phone's own dialog, or prints; shows the keys only if the phone can.
import { all } from "../dom.js";
import { say } from "../say.js";

for (const key of navigator.clipboard ? all("[data-copy]") : []) {
  key.hidden = false;
  key.addEventListener("click", async () => {
    await navigator.clipboard.writeText(key.dataset.copy);
    key.lastChild.textContent = say("Copied");
  });
}
// without sharing, copying is the main action
for (const key of navigator.share ? [] : all(".act > [data-copy]")) key.className = "main";
for (const key of navigator.share ? all("[data-send]") : []) {
  key.hidden = false;
  key.addEventListener("click", () => navigator.share({ url: key.dataset.send }).catch(() => {}));
}
for (const key of all("[data-print]")) {
  key.hidden = false;
  key.addEventListener("click", () => print());
}
