// Comfort on every page, most of it for the pad: keys that fold away, the focus that goes forward,
// a wide key that leads on. Every action is a form that works without this script.
import "./pad/answers.js";
import "./pad/settling.js";
import "./pad/sorting.js";
import { fold } from "./pad/folding.js";

document.documentElement.classList.add("js");
fold();

// without it the page goes on; it is fetched with the next one
import("./later.js").catch(() => {});
