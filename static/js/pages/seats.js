// Names find their seats without asking the server: by dragging, by the arrows beside them, or by
// a tap on a member of the league.
import { all, one } from "../dom.js";

let dragged = null; // the list item under the finger

const nameFields = () => all("[data-seats] input");

/** The member that a key seats: its value is `sit.NAME`. */
const memberOf = (key) => key.value.slice("sit.".length);

/** Show the names as they sit now beside the choice of the dealer, and on the members' keys. */
const showNames = () => {
  const fields = nameFields();
  all("input[name=dealer] + span").forEach((label, seat) => {
    if (fields[seat]) label.textContent = fields[seat].value || fields[seat].placeholder;
  });
  for (const key of all(".sitters button")) {
    const seated = fields.some((field) => field.value === memberOf(key));
    key.setAttribute("aria-pressed", seated);
  }
};

/** Swap the name in this list item with the one `by` seats further; nothing beyond the ends. */
const moveName = (item, by) => {
  const fields = nameFields();
  const from = fields.indexOf(one("input", item));
  const to = from + by;
  if (to < 0 || to >= fields.length) return;
  const [here, there] = [fields[from], fields[to]];
  [here.value, there.value] = [there.value, here.value];
  [here.placeholder, there.placeholder] = [there.placeholder, here.placeholder];
  if (!dragged) there.focus();
  showNames();
};

/** Seat a member in the first empty seat, or take them out of theirs. */
const toggleMember = (event, key) => {
  const [fields, name] = [nameFields(), memberOf(key)];
  const seat = fields.find((field) => field.value === name) || fields.find((field) => !field.value);
  if (!seat) return; // one more seat comes from the server
  event.preventDefault();
  seat.value = seat.value ? "" : name;
  showNames();
};

document.addEventListener("click", (event) => {
  const member = event.target.closest(".sitters button");
  if (member) toggleMember(event, member);
  const arrow = event.target.closest("[data-seats] button");
  if (arrow) {
    event.preventDefault();
    moveName(arrow.closest("li"), arrow.value.startsWith("up") ? -1 : 1);
  }
});

document.addEventListener("input", (event) => {
  if (event.target.closest("[data-seats]")) showNames();
});

const drag = (item) => {
  dragged?.classList.remove("dragged");
  dragged = item;
  dragged?.classList.add("dragged");
};

document.addEventListener("pointerdown", (event) => {
  drag(event.target.closest(".grip")?.closest("li") || null);
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const over = under?.closest("[data-seats] li");
  if (!over || over === dragged) return;
  const items = all("[data-seats] li");
  const at = items.indexOf(dragged);
  const step = Math.sign(items.indexOf(over) - at);
  moveName(dragged, step);
  drag(items[at + step]);
});

document.addEventListener("pointerup", () => drag(null));
