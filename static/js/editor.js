// Loaded with the editor of own games. It works without: every step is a form.
import { all, one } from "./dom.js";
import { say } from "./say.js";

const ANSWER_MS = 5000;
const LOOK_AGAIN_MS = 2000;

let waiting = null; // the key that was pressed without a network
let said = null; // what the page said before

/** Whether the server answers; what it answers with is a file that no phone is shown. */
const isReached = async () => {
  const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(ANSWER_MS) };
  return fetch(import.meta.url, options).then(
    () => true,
    () => false,
  );
};

/** Say that there is no network. The message loses its id meanwhile: the pad's scripts would write
 * there that a deal is kept on this phone, and here is none. */
const tellGone = () => {
  const message = one("#message") || one(".act [data-gone]");
  if (!message) return;
  said ??= { className: message.className, textContent: message.textContent };
  message.removeAttribute("id");
  delete message.dataset.kept;
  message.dataset.gone = "";
  message.className = "message warn";
  message.textContent = waiting
    ? say("No network. What you typed stays here, and goes on when it is back.")
    : say("No network. What you typed stays here.");
};

const tellBack = () => {
  const message = one(".act [data-gone]");
  if (message) Object.assign(message, said, { id: "message" });
  delete message?.dataset.gone;
  said = null;
};

/** Press the key that waited. */
const goOn = (form) => {
  const { value } = waiting;
  const key = [...form.elements].find((one) => one === waiting);
  const alike = all("[name=do]").find((one) => one.form === form && one.value === value);
  waiting = null;
  form.dataset.reached = "";
  form.requestSubmit(key || alike);
};

const look = async () => {
  const form = one("form.pad");
  if (!one(".act [data-gone]") || !(await isReached())) return;
  tellBack();
  if (waiting) goOn(form);
};

// A key that led away without a network brought the browser's own page, where nothing typed was to
// be seen, and which stayed when the network was back.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.pad") || "reached" in form.dataset) return;
  event.preventDefault();
  if (waiting) return;
  waiting = event.submitter;
  if (await isReached()) goOn(form);
  else tellGone();
});

// the pocket edition answers without a network
addEventListener("offline", async () => (await isReached()) || tellGone());
addEventListener("online", look);
setInterval(look, LOOK_AGAIN_MS);

// Whoever types when a game is over means it: a number in a row that was not ticked was forgotten.
document.addEventListener("input", ({ target }) => {
  const row = target.matches(".endrow .inline") && target.closest(".endrow");
  if (row) row.querySelector("[name=ends]").checked = true;
});

// The browser may show the page as it was left: the draft has changed since.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
