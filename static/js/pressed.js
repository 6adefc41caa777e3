// Nothing is redrawn under a finger that presses: where a key's text was replaced between mousedown
// and mouseup no click came, and the deal that it should have saved was lost.

/** A pointer whose end the browser never tells, as of a context menu, holds nothing for longer. */
const LONGEST_PRESS_MS = 10_000;
/** A touch's click comes this much later than its end, at most. */
const CLICK_FOLLOWS_MS = 80;

let liftTimer = 0;
const redraws = []; // what is to be redrawn

// The pocket edition's frame reads it too. Not :active, which Chromium leaves on what stands around
// a key that was replaced under a touch: one phone in some hundred never left the edition.
const { dataset: marks } = document.documentElement;

/** Whether a finger is on the page. */
export const isHeldDown = () => "pressed" in marks;

const liftFinger = () => {
  clearTimeout(liftTimer);
  delete marks.pressed;
  for (const redraw of redraws.splice(0)) redraw();
};

const liftAfter = (ms) => {
  clearTimeout(liftTimer);
  liftTimer = setTimeout(liftFinger, ms);
};

/** Redraw at once, or when the finger that presses is lifted and its tap has been heard. */
export const whenReleased = (redraw) => {
  if (isHeldDown()) redraws.push(redraw);
  else redraw();
};

const onEvery = (kind, act) => document.addEventListener(kind, act, true);

onEvery("pointerdown", ({ isPrimary, button }) => {
  if (!isPrimary || button) return;
  marks.pressed = "";
  liftAfter(LONGEST_PRESS_MS);
});
onEvery("pointerup", () => isHeldDown() && liftAfter(CLICK_FOLLOWS_MS));
onEvery("pointercancel", liftFinger);
onEvery("click", () => isHeldDown() && liftAfter(0));

// Answers that come meanwhile wait too.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const ask = ctx.fetch;
  if (!ask) return;
  ctx.fetch = async (...request) => {
    const answer = await ask(...request);
    await new Promise(whenReleased);
    return answer;
  };
});
