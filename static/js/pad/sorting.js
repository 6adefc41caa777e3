// "Sort by score" in the menu: a checkbox that the style sheet reads, and that the phone keeps.
import { one } from "../dom.js";

document.addEventListener("change", ({ target }) => {
  if (target.id !== "ranked") return;
  try {
    localStorage.ranked = Number(target.checked);
  } catch {
    // private mode
  }
  one(".menu").open = false;
});

try {
  if (Number(localStorage.ranked)) one("#ranked").checked = true;
} catch {
  // private mode, or a pad of two sides
}
