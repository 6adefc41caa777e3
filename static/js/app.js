// Conveniences for every page, most of them for the pad: questions fold away, the focus moves on,
// the wide key leads to the next question. Every action is a form that works without this script.
import "./pressed.js";
import "./pad/answers.js";
import "./pad/settling.js";
import "./pad/sorting.js";
import { fold } from "./pad/folding.js";

document.documentElement.classList.add("js");
fold();

// The page works without it, and the next page fetches it again. Not caught: its errors belong in
// the console, as those of this script.
import("./later.js");
