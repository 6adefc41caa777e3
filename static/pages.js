// Comfort for the pages around the pad: names are dragged into their seats, moved by the arrows or
// tapped in without a round trip; times are told by the phone's clock. Every action is a form that works without this file.
(() => {
  "use strict";
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const one = (selector, from = document) => from.querySelector(selector);

  // --- Moments: UTC as they were served, here by the clock on the wall ---------------------------
  const clock = new Intl.DateTimeFormat("en-GB", { day: "2-digit", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
  const tellTimes = () => {
    for (const time of all("time[datetime*=T]")) time.textContent = clock.format(new Date(time.dateTime));
  };
  document.addEventListener("htmx:after:swap", tellTimes);
  tellTimes();

  let dragged = null;
  const move = (item, by) => {
    const inputs = all("[data-seats] input");
    const at = inputs.indexOf(one("input", item));
    const to = at + by;
    if (to < 0 || to >= inputs.length) return;
    [inputs[at].value, inputs[to].value] = [inputs[to].value, inputs[at].value];
    [inputs[at].placeholder, inputs[to].placeholder] = [inputs[to].placeholder, inputs[at].placeholder];
    if (!dragged) inputs[to].focus();
    named();
  };
  const named = () => {
    const inputs = all("[data-seats] input");
    all("input[name=dealer] + span").forEach((label, seat) => {
      if (inputs[seat]) label.textContent = inputs[seat].value || inputs[seat].placeholder;
    });
    all(".sitters button").forEach((key) => {
      key.setAttribute("aria-pressed", inputs.some((input) => input.value === key.value.slice(4)));
    });
  };
  document.addEventListener("click", (event) => {
    const key = event.target.closest(".sitters button");
    if (!key) return;
    const [inputs, name] = [all("[data-seats] input"), key.value.slice(4)];
    const seat = inputs.find((input) => input.value === name) || inputs.find((input) => !input.value);
    if (!seat) return; // a further seat comes from the server
    event.preventDefault();
    seat.value = seat.value ? "" : name;
    named();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-seats] button");
    if (!button) return;
    event.preventDefault();
    move(button.closest("li"), button.value.startsWith("up") ? -1 : 1);
  });
  document.addEventListener("input", (event) => { if (event.target.closest("[data-seats]")) named(); });
  document.addEventListener("pointerdown", (event) => {
    dragged = event.target.closest(".grip")?.closest("li") || null;
    dragged?.classList.add("dragged");
  });
  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-seats] li");
    if (!over || over === dragged) return;
    const items = all("[data-seats] li");
    const step = Math.sign(items.indexOf(over) - items.indexOf(dragged));
    move(dragged, step);
    dragged.classList.remove("dragged");
    dragged = items[items.indexOf(dragged) + step];
    dragged.classList.add("dragged");
  });
  document.addEventListener("pointerup", () => {
    dragged?.classList.remove("dragged");
    dragged = null;
  });
})();
