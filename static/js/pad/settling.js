// After an answer from the server: fold again, and move the screen reader and the focus along.
import { all, one } from "../dom.js";
import { submitted } from "../request.js";
import { moveOn } from "./focus.js";
import { CELL_KEYS, fold, nameOf, reopened, saidOf } from "./folding.js";
import { lead, mark } from "./leading.js";
import { show } from "./scrolling.js";

/** Reset every field to the server's value: morphing keeps what was tapped. */
const setFields = (pressed) => {
  for (const input of all("#pad input")) {
    if (input.matches("[type=radio], [type=checkbox]")) {
      input.checked = input.hasAttribute("checked");
    } else if (input.type === "text" && (pressed || input !== document.activeElement)) {
      input.value = input.getAttribute("value") || "";
    }
  }
};

/** The first visible place with a fault. */
const firstFault = () => {
  const inputs = all(":is(.row, .catch):has(.fault) input");
  const asks = all(".ask.bad :is(input, .said), [aria-invalid=true]");
  const cells = all(`.ask.bad ${CELL_KEYS}`).map(saidOf);
  return [...inputs, ...asks, ...cells].find((place) => place?.offsetParent);
};

/** Scroll, announce and focus according to the pressed key. */
const followKey = (pressed) => {
  const bad = firstFault();
  const leadsOn = !bad && pressed === "keep" && !one("#message:not(.note)")?.textContent;
  if (leadsOn && lead()) return;
  if (bad && one(".act .main[data-next]")) mark(bad.closest(".ask") || bad);
  (bad || one("#message"))?.focus({ preventScroll: !bad });
  if (bad) return;
  // most slips are in what was asked last
  if (pressed === "keep") show();
  else if (one("#pad[data-reopened]")) show(all("#pad [data-done]").at(-1));
  else scrollTo(0, 0);
};

document.addEventListener("htmx:before:swap", (event) => {
  const { hx, response } = event.detail.ctx;
  // from what stands before a server that is away
  if (response.status >= 500 && !hx?.retarget) event.preventDefault();
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.hx?.retarget) {
    one("#message").className = "message bad"; // only what went wrong was told: the rest stays
    return;
  }
  // a flag set at the tap outlived a save that failed, and the next news scrolled the page
  const isKey =
    ctx.sourceEvent?.type === "submit" && !ctx.sourceEvent.target?.matches("[data-stays]");
  const pressed = isKey && submitted(ctx.request);
  if (pressed) reopened.clear();
  if (pressed && one("#pad[data-reopened]")) {
    // a deal that was undone lies open: what was wrong in it is one tap
    for (const place of all("#pad [data-done]")) {
      if (!place.matches(CELL_KEYS)) reopened.add(nameOf(place));
    }
  }
  setFields(pressed);
  fold();
  if (pressed) followKey(pressed);
  else if (one("#pad")) moveOn();
});
