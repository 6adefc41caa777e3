// The menu behind the three dots closes with Escape, and with a tap beside it.
import { one } from "./dom.js";

const openMenu = () => one(".menu[open]");

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && openMenu();
  if (!menu) return;
  menu.open = false;
  one("summary", menu).focus();
});

document.addEventListener(
  "click",
  (event) => {
    const menu = openMenu();
    if (!menu || menu.contains(event.target)) return;
    menu.open = false;
    if (!event.detail) return; // pressed by a key, which was meant
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
