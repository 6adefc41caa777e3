// Puts a list's filter into the page's address, for whoever comes back to it; or the address that
// the page says it has now. What a form would post is in no address: it has the form's token.
import { one } from "../dom.js";

document.addEventListener("htmx:after:swap", () => {
  const form = one("form[data-asked]");
  if (!form) return;
  const asked = form.method === "get" && `?${new URLSearchParams(new FormData(form))}`;
  const address = form.dataset.asked || asked;
  if (address) history.replaceState(null, "", address);
});
