// The wide key says what it will do without a network.
import { one } from "../dom.js";
import { waiting } from "../pad/folding.js";
import { say } from "../say.js";
import { element } from "./elements.js";
import { form, sendsByItself } from "./pad.js";

const SAVED = say("saved on this phone, sent when back online");

let original = ""; // the wide key, as the server drew it

/** What stands over the keys of this place: "Cat bids". */
const questionOf = (place) =>
  (one(".seat", place)?.firstChild || one("legend", place))?.textContent;

/** What the key says now: a line, and a smaller one below it. */
const promised = (key) => {
  if (key.value === "save") return [say("Save deal {n}", { n: form().dataset.deal }), SAVED];
  if (!sendsByItself()) return [key.firstChild.textContent, SAVED];
  const [open] = waiting();
  return open
    ? [say("Next: {question}", { question: questionOf(open) }), SAVED]
    : [say("Saved on this phone"), say("continues when back online")];
};

/** Let the key say what it will do now. */
export const promise = () => {
  const key = one(".act .main[value=keep], .act .main[value=save]");
  if (!key) return;
  original ||= key.innerHTML;
  const [title, below] = promised(key);
  key.replaceChildren(title, element("span", { className: "sub", textContent: below }));
};

/** Let it say again what the server drew. */
export const restoreKey = () => {
  const key = original && one(".act .main");
  if (key) key.innerHTML = original;
  original = "";
};

/** The server has drawn it anew. */
export const keyIsNew = () => {
  original = "";
};
