// What a phone can do with a link beside showing it: copy it, send it with its own sharing. The keys
// are there where it can.
import { all } from "../dom.js";
import { say } from "../say.js";

for (const key of navigator.clipboard ? all("[data-copy]") : []) {
  key.hidden = false;
  key.addEventListener("click", async () => {
    await navigator.clipboard.writeText(key.dataset.copy);
    key.lastChild.textContent = say("Copied");
  });
}
// copying it is what is wanted most where nothing can send it
for (const key of navigator.share ? [] : all(".act > [data-copy]")) key.className = "main";
for (const key of navigator.share ? all("[data-send]") : []) {
  key.hidden = false;
  key.addEventListener("click", () => navigator.share({ url: key.dataset.send }).catch(() => {}));
}
