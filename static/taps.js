// Taps that come faster than answers: each is sent along with those whose answer has not come.
// The pages work without this file.
(() => {
  "use strict";
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-taps]") || !event.submitter) return;
    const waiting = [...form.querySelectorAll("[data-waiting]")];
    for (const input of waiting) input.disabled = false;
    // this one goes by itself now, and with the next ones until the page is drawn anew
    const tap = document.createElement("input");
    Object.assign(tap, { type: "hidden", name: "tap", value: event.submitter.value, disabled: true });
    tap.dataset.waiting = "";
    if (waiting.length) waiting.at(-1).after(tap); else form.prepend(tap);
  }, true);
})();
