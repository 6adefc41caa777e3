// The menu behind the three dots: loads its style if the page has not; closes it on Escape, and
// when a key in it sends the pad. (A tap beside it hits its summary, which closes it anyway.)
import { one } from "./dom.js";

const { style } = one(".menu")?.dataset || {};
if (style)
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "stylesheet", href: style }),
  );

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && one(".menu[open]");
  if (!menu) return;
  menu.open = false;
  one("summary", menu).focus();
});

document.addEventListener("submit", (event) => {
  const menu = event.submitter?.closest(".menu");
  if (menu) menu.open = false;
});
