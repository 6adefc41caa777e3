// The clock of a round counts down on every phone of the evening, from the time left in the page.
import { all } from "./dom.js";

const WARNING_MS = 120_000;
const ends = new WeakMap();

const text = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Remember when each clock ends, by this phone's own time, if the page has a new value. */
const read = (clock) => {
  const known = ends.get(clock);
  if (known?.told === clock.dataset.left) return known;
  const left = Number(clock.dataset.left);
  const now = {
    told: clock.dataset.left,
    end: performance.now() + left,
    warning: Number(clock.dataset.warning ?? WARNING_MS),
  };
  now.warned = left < now.warning;
  ends.set(clock, now);
  return now;
};

/** Show the time left, and warn once: two minutes before the end, or as the clock says. */
export const tick = () => {
  for (const clock of all(".clock[data-running]")) {
    const known = read(clock);
    const left = known.end - performance.now();
    clock.firstElementChild.textContent = text(left);
    clock.classList.toggle("late", left < known.warning);
    const [soon, over] = all("b", clock);
    soon.hidden = left >= known.warning || left <= 0;
    over.hidden = left > 0;
    if (left < known.warning && !known.warned) {
      known.warned = true;
      navigator.vibrate?.([300, 100, 300]);
    }
  }
};

setInterval(tick, 250);
tick();
