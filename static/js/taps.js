// Taps that are faster than the answers: each request repeats the taps not answered yet. The pages
// work without it.

/** A hidden field that sends this tap again; the first time, the button sends it. */
const repeatOf = (tap) => {
  const field = document.createElement("input");
  // it is sent with the next taps, until an answer redraws the page
  Object.assign(field, { type: "hidden", name: "tap", value: tap, disabled: true });
  field.dataset.waiting = "";
  return field;
};

document.addEventListener(
  "submit",
  ({ target: form, submitter }) => {
    if (!form.matches("[data-taps]") || !submitter) return;
    const waiting = [...form.querySelectorAll("[data-waiting]")];
    for (const field of waiting) field.disabled = false;
    const field = repeatOf(submitter.value);
    if (waiting.length) waiting.at(-1).after(field);
    else form.prepend(field);
  },
  true,
);
