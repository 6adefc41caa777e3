// Names find their seats without asking the server: by a tap on somebody who played before, by the
// arrows beside the names in the list, or by dragging.
import { all, one } from "../dom.js";
import { say } from "../say.js";

let dragged = null; // the list item under the finger

const nameFields = () => all("[data-seats] input");

/** The person that a key seats: its value is `sit.NAME`. */
const personOf = (key) => key.value.slice("sit.".length);

/** The letters on the coins: each name's first, two where another name begins with the same. */
const initials = (names) => {
  const firsts = names.map((name) => [...name].slice(0, 1).join("").toUpperCase());
  return names.map((name, seat) => {
    const alike = firsts[seat] && firsts.filter((first) => first === firsts[seat]).length > 1;
    return firsts[seat] + (alike ? [...name].slice(1, 2).join("") : "");
  });
};

/** How many players a game needs at least whose free seats drop out; 0 where they play.
 * (Once they all did: three names began a game of four, with a player called West.) */
const least = () => Number(one("[data-seats]").dataset.dropOut || 0);

/** What becomes of the free seats. */
const freeSeats = (free, named) => {
  const n = free.length;
  if (!n || (least() && !named)) return "";
  if (named < least()) {
    return say("{n} more {n:name is|names are} needed.", { n: least() - named });
  }
  if (least()) return say("{n} free {n:seat drops|seats drop} out.", { n });
  const names = free.map((field) => field.dataset.usual).join(", ");
  return say("{n} free {n:seat plays|seats play} as {names}.", { n, names });
};

/** The chair of the first dealer: the next one along, where that one drops out. */
const dealer = (chairs, dropping) => {
  const chosen = chairs.findIndex((chair) => one(":checked", chair));
  const round = [...chairs.slice(chosen), ...chairs.slice(0, chosen)];
  return chosen < 0 ? undefined : round.find((chair) => !(dropping && "free" in chair.dataset));
};

/** The key of the person of this name, if there is one. It tells the coin that they have chosen. */
const keyOf = (name) => all(".sitters [name=do]").find((key) => personOf(key) === name);

const sideClass = (chair) => [...chair.classList].find((name) => /^s\d$/.test(name));

/** Show the names as they sit now: on the chairs, on the people's keys, on the wide key. */
const showNames = () => {
  const fields = nameFields();
  const free = fields.filter((field) => !field.value.trim());
  const named = fields.length - free.length;
  const dropping = least() > 0 && named > 0;
  const letters = initials(fields.map((field) => field.value.trim()));
  const chairs = all(".chair");
  chairs.forEach((chair, seat) => {
    const field = fields[seat];
    if (!field) return;
    chair.toggleAttribute("data-free", !field.value.trim());
    field.placeholder = dropping ? say("free") : field.dataset.usual;
    one("b", chair).textContent = field.value.trim() || field.placeholder;
    const coin = keyOf(field.value)?.dataset;
    one(".coin", chair).textContent = coin?.letter || letters[seat] || "+";
    chair.classList.replace(sideClass(chair), `s${coin?.colour || chair.dataset.side}`);
  });
  for (const key of all(".sitters [name=do]")) {
    const seat = fields.findIndex((field) => field.value === personOf(key));
    key.classList.remove(sideClass(key));
    if (seat >= 0) key.classList.add(sideClass(chairs[seat]));
    key.setAttribute("aria-pressed", seat >= 0);
  }
  const n = dropping ? named : fields.length;
  for (const told of all("[data-blank]")) told.textContent = freeSeats(free, named);
  for (const key of all("[data-start]")) {
    key.textContent = say("Start game: {n} {n:player|players}", { n });
  }
  const first = dealer(chairs, dropping);
  if (!first) return;
  for (const place of all("[data-dealer]")) place.textContent = one("b", first).textContent;
};

/** Swap the name in this list item with the one `by` seats further; nothing beyond the ends. */
const moveName = (item, by) => {
  const fields = nameFields();
  const from = fields.indexOf(one("input", item));
  const to = from + by;
  if (to < 0 || to >= fields.length) return;
  const [here, there] = [fields[from], fields[to]];
  [here.value, there.value] = [there.value, here.value];
  if (!dragged) there.focus();
  showNames();
};

/** Seat a person in the first empty seat, or take them out of theirs. */
const togglePerson = (event, key) => {
  const [fields, name] = [nameFields(), personOf(key)];
  const seat = fields.find((field) => field.value === name) || fields.find((field) => !field.value);
  if (!seat) return; // one more seat comes from the server
  event.preventDefault();
  seat.value = seat.value ? "" : name;
  showNames();
};

/** Open the list where a name can be typed that is not among the people. */
const typeName = () => {
  const listed = one(".as-list input");
  if (listed) listed.checked = true;
  (nameFields().find((field) => !field.value) || nameFields()[0]).focus();
};

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-new]")) typeName();
  const person = event.target.closest(".sitters [name=do]");
  if (person) togglePerson(event, person);
  const arrow = event.target.closest("[data-seats] button");
  if (arrow) {
    event.preventDefault();
    moveName(arrow.closest("li"), arrow.value.startsWith("up") ? -1 : 1);
  }
});

document.addEventListener("input", (event) => {
  if (event.target.closest(".seating")) showNames();
});

addEventListener("pageshow", () => {
  if (nameFields().length) showNames(); // the browser may have put names back
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
