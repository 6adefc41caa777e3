// "Rematch" appears in the place of the key that saved the last deal: ignore a second tap meant for
// that one.

const SECOND_TAP_MS = 900;

let drawnAt = 0; // when the last answer came

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.hx?.retarget) drawnAt = Date.now();
});

document.addEventListener("click", (event) => {
  const early = Date.now() - drawnAt < SECOND_TAP_MS;
  if (early && event.target.closest("[value=again]")) event.preventDefault();
});
