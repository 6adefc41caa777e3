// Taps that are faster than the answers: each request repeats the taps not answered yet. The pages
// work without it.

/** Send this tap again with the next ones, until an answer redraws the page; a tap that has no
    `button` to send it is sent from here at once. */
const repeatTap = (form, tap, button) => {
  const waiting = [...form.querySelectorAll("[data-waiting]")];
  for (const field of waiting) field.disabled = false;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "tap", value: tap, disabled: Boolean(button) });
  field.dataset.waiting = "";
  if (waiting.length) waiting.at(-1).after(field);
  else form.prepend(field);
};

document.addEventListener(
  "submit",
  ({ target: form, submitter }) => {
    if (form.matches("[data-taps]") && submitter) repeatTap(form, submitter.value, submitter);
  },
  true,
);

// A suit counts as soon as it is chosen, once more too; without this it is sent with the rank
document.addEventListener("click", ({ target: { name, value, form } }) => {
  if (name !== "pick") return;
  repeatTap(form, `suit.${value}`);
  form.requestSubmit();
});

document.addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
  if (altKey || ctrlKey || metaKey || target.matches("input:not([type=radio])")) return;
  document.querySelector(`[data-taps] [aria-keyshortcuts~="${CSS.escape(key)}" i]`)?.click();
});
