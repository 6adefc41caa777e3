// What the wide key says without a network.
import { one } from "../dom.js";
import { waiting } from "../pad/folding.js";
import { whenReleased } from "../pressed.js";
import { say } from "../say.js";
import { element } from "./elements.js";
import { chosen, form, sendsByItself } from "./pad.js";

const SAVED = say("saved on this phone, sent when back online");

let original = ""; // the wide key, as the server drew it

/** The heading over the keys of this place: "Cat bids". */
const questionOf = (place) =>
  (one(".seat", place)?.firstChild || one("legend", place))?.textContent;

/** The question that has to be answered before a deal can be saved: a key is missing, or all is. */
export const lacking = () => {
  const open = waiting().filter((place) => !place.closest(".more, [data-usual]"));
  const bare = open.filter((place) => !chosen(place, ":checked").length);
  // a deal that is passed out needs nothing else
  if (one("#pad > .ask [type=checkbox]:checked")) return;
  const isUntouched = bare.length === open.length && !one("#pad .done");
  return bare.find((place) => isUntouched || one("[type=radio]", place));
};

/** The text of the key: a line, and a smaller one below it. */
const promised = (key) => {
  const { deal } = form().dataset;
  if (key.disabled)
    return [say("Deal {n} is saved", { n: deal }), say("the next one needs the network")];
  const lacks = lacking();
  // of what is typed the heading is just a name
  if (key.value === "save" && !(lacks && one("[type=radio]", lacks)))
    return [say("Save deal {n}", { n: deal }), SAVED];
  if (!sendsByItself()) return [key.firstChild.textContent, SAVED];
  const open = lacks || waiting()[0];
  return open
    ? [say("Next: {question}", { question: questionOf(open) }), SAVED]
    : [say("Saved on this phone"), say("the next question needs the network")];
};

/** Set the key's text. */
export const promise = () => whenReleased(setText);

const setText = () => {
  const key = one(".act .main[value=keep], .act .main[value=save]");
  if (!key) return;
  original ||= key.innerHTML;
  const [title, below] = promised(key);
  key.replaceChildren(title, element("span", { className: "sub", textContent: below }));
};

/** Restore the server's text. */
export const restoreKey = () =>
  whenReleased(() => {
    const key = original && one(".act .main");
    if (key) key.innerHTML = original;
    original = "";
  });

/** Forget the old text: the server has redrawn the key. */
export const keyIsNew = () => {
  original = "";
};
