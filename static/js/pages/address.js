// What a list was asked for stands in its address, for whoever comes back to it.
import { one } from "../dom.js";

document.addEventListener("htmx:after:swap", () => {
  const form = one("form[data-asked]");
  if (form) history.replaceState(null, "", `?${new URLSearchParams(new FormData(form))}`);
});
