// The deals of the record that are open stay open when the page is drawn anew.
import { all } from "../dom.js";

let opened = []; // by what they say, for another deal may come to stand in the place of one

document.addEventListener("htmx:before:swap", () => {
  opened = all(".record [open] > summary").map((line) => line.textContent);
});

document.addEventListener("htmx:after:swap", () => {
  for (const line of all(".record summary")) {
    line.parentElement.open = opened.includes(line.textContent);
  }
});
