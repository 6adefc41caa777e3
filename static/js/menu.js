// The menu behind the three dots: its style, where the page has not brought it; it closes with Escape,
// and with a key in it that sends the pad. (A tap beside it falls on its summary, which closes it
// without a script.)
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
