// The pad as it stands on the page: its table, its fields, and what they say in words.
import { all, one } from "../dom.js";
import { say } from "../say.js";

/** The form of the deal that is entered here, or null. */
export const form = () => one("form#pad[data-deal]");

/** The path of its table. */
export const table = () => new URL(form().action).pathname;

/** The number of its deal. */
export const dealNumber = () => Number(form().dataset.deal);

/** Whether each answer goes out by itself; a seat's goes out when it is told to. */
export const sendsByItself = () => form().getAttribute("hx-trigger") !== "submit";

/** The inputs of this name, but for those that were added here. */
export const named = (field) => all(`[name="${CSS.escape(field)}"]:not([data-kept])`, form());

/** The name of the game on this page. */
export const heading = () => one(".bar h1")?.firstChild.textContent.trim() || document.title;

/** "Spades, deal 3". */
export const nameOfDeal = (game, n) => say("{game}, deal {n}", { game, n });

/** "Spades, deal 3": what is entered here. */
export const title = () => nameOfDeal(heading(), form()?.dataset.deal);

/** Which version of an answer the page shows, or the request with this body has seen; 0 for none.
 * Half a pair has the version of the pair. */
export const seen = (field, body = new FormData(form())) => {
  const pair = field.replace(/\.\w+$/, "");
  return Number(body.get(`seen.${field}`) ?? body.get(`seen.${pair}`) ?? 0);
};

/** The values that the server drew into this field. */
export const drawn = (field) =>
  named(field).flatMap((input) => {
    if (!input.matches("[type=radio], [type=checkbox]")) return [input.getAttribute("value") || ""];
    return input.hasAttribute("checked") ? [input.value] : [];
  });

/** Whether these are the same values, but for empty ones. */
export const same = (some, others) => some.filter(Boolean).join() === others.filter(Boolean).join();

/** What these inputs say: the text of their keys, or what was typed. */
export const words = (inputs) => inputs.map(wordsOf).join(" ");

const wordsOf = (input) => {
  const key = input.closest(".key");
  if (!key) return input.value;
  const parts = [...one("span", key).childNodes];
  return parts.map((part) => part.textContent.trim()).join(" ");
};

/** The innermost place around an input that asks one thing. */
export const placeOf = (input) =>
  input.closest(".row, .catch") || input.closest(".ask") || input.form;

/** The inputs that answer this place, in their order: `pressed` selects a key that counts. */
export const chosen = (place, pressed) => {
  const keys = all("[data-place], .key:not([data-place])", place);
  keys.sort((a, b) => (a.dataset.place || 0) - (b.dataset.place || 0));
  const inputs = keys.flatMap((key) => all(pressed, key));
  return [...inputs, ...all("input[type=text]", place)].filter((input) => input.value);
};

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What this place asks, in words: a name from right to left set apart from the answer after it. */
export const label = (place) => {
  const asked =
    place.getAttribute("aria-label") || one("legend, summary", place)?.textContent || "";
  return FROM_RIGHT.test(asked) ? `\u2068${asked}\u2069` : asked;
};

/** What is answered there, after what is asked. */
export const said = (place) => `${label(place)} ${words(chosen(place, ":checked"))}`.trim();

/** All that is answered on the pad. */
export const answers = () =>
  all("#pad :is(.row, .catch, .ask:not(.by))")
    .filter((place) => !one(".row, .catch", place) && chosen(place, ":checked").length)
    .map(said)
    .join(", ");
