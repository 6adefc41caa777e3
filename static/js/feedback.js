// "Sound and vibration" in the menu, off until it is switched on: a click and a short buzz when a
// deal is saved. The phone remembers the choice; with reduced motion, nothing buzzes.
import { one } from "./dom.js";
import { submitted, writes } from "./request.js";

const CLICK_HZ = 880;
const CLICK_S = 0.07;
const CLICK_VOLUME = 0.15;
const BUZZ_MS = 30;

let isOn = false;
try {
  isOn = localStorage.feedback === "1";
} catch {
  // private mode: the choice lasts as long as the page
}

let sound; // an AudioContext, which starts only while something is tapped

/** Start the audio context with the tap: when the answer comes, the browser no longer allows it. */
const wake = () => {
  sound ||= globalThis.AudioContext && new AudioContext();
  sound?.resume();
};

const click = () => {
  if (!sound) return;
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  tone.frequency.value = CLICK_HZ;
  volume.gain.setValueAtTime(CLICK_VOLUME, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + CLICK_S);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + CLICK_S);
};

const buzz = () => {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(BUZZ_MS);
};

const feel = () => {
  click();
  buzz();
};

/** Show the switch, which does nothing without this script, in its state. */
const draw = () => {
  const box = one("#feedback");
  if (!box) return;
  box.checked = isOn;
  box.closest("label").hidden = false;
};

document.addEventListener("change", ({ target }) => {
  if (target.id !== "feedback") return;
  isOn = target.checked;
  try {
    localStorage.feedback = Number(isOn);
  } catch {
    // private mode
  }
  if (!isOn) return;
  wake();
  feel(); // so that it is known what was switched on
});

document.addEventListener("submit", () => {
  if (isOn) wake();
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  draw();
  if (isOn && writes(submitted(ctx.request)) && one("#message.good")) feel();
});

draw();
