// Pads as `templates/table/pad/` draws them, cut down to what the scripts look at.

export const TABLE = "/t/table1";

/** A key of a question: its value, and whether the server knows it as the answer. */
const keyOf = (name, value, given) => `
  <label class="key"><input type="radio" id="${name}-${value}" name="${name}" value="${value}"
    ${given ? "checked" : ""}><span>${value}</span></label>`;

const keysOf = (name, values, given) =>
  `<div class="keys">${values.map((value) => keyOf(name, value, value === given)).join("")}</div>`;

const SAID = '<button type="button" class="said"><small></small> <b></b></button>';

const doneIf = (given) => (given ? "data-done" : "");

const faultOf = (text) => (text ? `<p class="fault">${text}</p>` : "");

/** A question with keys of its own; an answer that `isUsual` leaves it open. */
export const ask = (
  name,
  values,
  { given = "", classes = "ask", fault = "", legend = name, isUsual = false } = {},
) => `
  <fieldset class="${classes}" ${doneIf(given && !isUsual)}><legend>${legend}</legend>
    ${SAID}${keysOf(name, values, given)}${faultOf(fault)}</fieldset>`;

/** A seat's line of a question that each seat answers. */
export const row = (name, values, { given = "", seat = name, fault = "" } = {}) => `
  <div class="row" role="group" aria-label="${seat}" ${doneIf(given)}>
    <span class="seat">${seat}</span>${SAID}${keysOf(name, values, given)}${faultOf(fault)}</div>`;

/** A question that each seat answers. */
export const seats = (legend, ...rows) => `
  <fieldset class="ask"><legend>${legend}</legend>
    <div class="perseat">${rows.join("")}</div></fieldset>`;

/** A number that is typed for a seat. */
export const typed = (name, value = "") =>
  `<div class="row"><input type="text" id="${name}" name="${name}" value="${value}"></div>`;

/** An order of names: those in `placed` have their places, the others follow. */
export const order = (name, seats, placed = []) => {
  const box = (seat) => {
    const at = placed.indexOf(seat);
    const place = at < 0 ? "" : ` data-place="${at + 1}"`;
    const type = at < 0 ? 'type="radio"' : 'type="checkbox" checked';
    const field = `${name}.${at < 0 ? placed.length : at}`;
    const input = `<input ${type} id="${name}-${seat}" name="${field}" value="${seat}">`;
    return `<label class="key"${place}>${input}<span>${seat}</span></label>`;
  };
  return `
    <fieldset class="ask"><legend>${name}</legend>
      <div class="keys names order" data-name="${name}">${seats.map(box).join("")}</div></fieldset>`;
};

/** A whole page with a pad of this deal. `versions` are those of its answers, `main` the value of
 * the wide key, `leads` the name to which it leads. */
export const page = (
  questions,
  {
    deal = 3,
    versions = {},
    main = "keep",
    leads = "",
    trigger = "change, submit",
    more = "",
  } = {},
) => {
  const hidden = Object.entries({ csrf_token: "t1", key: "k1", version: "7" })
    .concat(Object.entries(versions).map(([name, version]) => [`seen.${name}`, version]))
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  const next = leads && ` data-next="${leads}"`;
  document.body.innerHTML = `
    <header class="bar"><h1>Spades <small>deal ${deal}</small></h1>
      <details class="menu"><summary>Menu</summary><ul><li>Rules</li></ul></details></header>
    <main id="main" class="table">
      <form class="pad" id="pad" method="post" action="${TABLE}" hx-trigger="${trigger}" data-deal="${deal}">
        ${hidden.join("")}${questions.join("")}
        <div class="act"><p class="message" id="message" tabindex="-1"></p>
          <button class="main" name="do" value="${main}"${next}>Next</button></div>
      </form>${more}
      <div hidden id="news" hx-get="${TABLE}/news?v=1" hx-trigger="news"></div>
    </main>`;
};

/** The element of this id. */
export const byId = (id) => document.getElementById(id);

/** Tap a key, as a finger does: it is checked and the change is told. */
export const tap = (id) => {
  byId(id).dispatchEvent(new window.PointerEvent("pointerdown", { bubbles: true }));
  byId(id).click();
};

/** Press a key of the keyboard where the focus is. Whether the browser does its own with it. */
export const press = (key) =>
  document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );

/** Type into a field, as if it was left then. */
export const type = (id, value) => {
  byId(id).focus();
  byId(id).value = value;
  byId(id).dispatchEvent(new Event("input", { bubbles: true }));
  byId(id).dispatchEvent(new Event("change", { bubbles: true }));
};

/** Tell the page what htmx tells; whether nobody prevented it. */
export const tell = (name, ctx, target = document.body) =>
  target.dispatchEvent(
    new window.CustomEvent(`htmx:${name}`, { detail: { ctx }, bubbles: true, cancelable: true }),
  );

/** The values that the pad would send now, but for those of its own: `{name: [value]}`. */
export const given = () => {
  const found = {};
  for (const [name, value] of new FormData(byId("pad"))) {
    if (["csrf_token", "key", "version"].includes(name) || name.startsWith("seen.")) continue;
    found[name] = [...(found[name] || []), value];
  }
  return found;
};
