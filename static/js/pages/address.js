// Puts a list's filter into the page's address, for whoever comes back to it.
import { one } from "../dom.js";

document.addEventListener("htmx:after:swap", () => {
  const form = one("form[data-asked]");
  if (form) history.replaceState(null, "", `?${new URLSearchParams(new FormData(form))}`);
});
