// Listed deals that are open stay open when the page is redrawn.
import { all } from "../dom.js";

let opened = []; // by their text, as another deal may take a deal's place

document.addEventListener("htmx:before:swap", () => {
  opened = all(".record [open] > summary").map((line) => line.textContent);
});

document.addEventListener("htmx:after:swap", () => {
  for (const line of all(".record summary")) {
    line.parentElement.open = opened.includes(line.textContent);
  }
});
