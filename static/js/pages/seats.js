// Names find their seats without asking the server: by a tap on somebody who played before, by the
// arrows beside the names in the list, or by dragging.
import { all, one } from "../dom.js";
import { say } from "../say.js";
import { element } from "../unsent/elements.js";

/** The sides' colours, s0 to s5, begin again with the seventh side. */
const SIDE_COLOURS = 6;

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

/** The fields of those who will play: the named ones where free seats drop out. */
const players = (fields) => {
  if (!least()) return fields;
  const named = fields.filter((field) => field.value.trim());
  return named.length ? named : fields.slice(0, one("[data-seats]").dataset.count);
};

/** Who are partners; nothing where each plays alone. */
const partners = (fields) => {
  const names = {};
  for (const field of fields) {
    const { side } = field.closest("li").dataset;
    names[side] = [...(names[side] || []), field.value.trim()];
  }
  const sides = Object.values(names);
  if (sides.length === fields.length) return "";
  return say("Partners: {sides}.", { sides: sides.map((side) => side.join(" & ")).join(", ") });
};

/** What becomes of the free seats; where there are none, who are partners. */
const whoPlays = (fields) => {
  const free = fields.filter((field) => !field.value.trim());
  const [n, named] = [free.length, fields.length - free.length];
  if (!n) return partners(fields);
  if (!named && least()) return say("Name who plays. Blank seats drop out.");
  if (!named) return say("Type the names, or leave them blank.");
  if (named < least()) {
    return say("{n} more {n:name is|names are} needed.", { n: least() - named });
  }
  if (least()) return say("{n} free {n:seat drops|seats drop} out.", { n });
  const names = free.map((field) => field.dataset.usual).join(", ");
  return say("{n} free {n:seat plays|seats play} as {names}.", { n, names });
};

const nameAt = (field) => field.value.trim() || field.dataset.usual;

/** The seat that was chosen to deal first; it may be one that drops out. */
const dealerWanted = (dealer) => Number(dealer.dataset.wanted ?? dealer.value);

/** Let one of the players be the first dealer: the one wanted, or else the next one along. */
const showDealer = (fields, playing) => {
  const dealer = one("[name=dealer]");
  const wanted = dealerWanted(dealer);
  const seats = playing.map((field) => fields.indexOf(field));
  const first = seats.find((seat) => seat >= wanted) ?? seats[0];
  const option = (value) => element("option", { value, textContent: nameAt(fields[value]) });
  dealer.replaceChildren(...seats.map(option));
  dealer.value = String(first);
  dealer.dataset.wanted = wanted;
  for (const field of fields) one(".chip", field.closest("li")).hidden = field !== fields[first];
  for (const place of all("[data-dealer]")) {
    const [before, after] = place.dataset.dealer.split("{name}");
    place.replaceChildren(before, element("bdi", { textContent: nameAt(fields[first]) }), after);
  }
};

/** The key of the person of this name, if there is one. It tells the coin that they have chosen. */
const keyOf = (name) => all(".sitters [name=do]").find((key) => personOf(key) === name);

const sideClass = (element) => [...element.classList].find((name) => /^s\d$/.test(name));

/** Show the names as they sit now: on the coins, on the people's keys, on the wide key. */
const showNames = () => {
  const fields = nameFields();
  const playing = players(fields);
  const letters = initials(fields.map((field) => field.value.trim()));
  fields.forEach((field, place) => {
    const seat = field.closest("li");
    seat.toggleAttribute("data-free", !field.value.trim());
    field.placeholder = playing.includes(field) ? field.dataset.usual : say("free");
    const coin = keyOf(field.value)?.dataset;
    one(".coin", seat).textContent = coin?.letter || letters[place] || "+";
    seat.classList.replace(sideClass(seat), `s${coin?.colour || seat.dataset.side % SIDE_COLOURS}`);
  });
  const full = fields.every((field) => field.value.trim()) && !one("[value=more]");
  for (const key of all(".sitters [name=do]")) {
    const seat = fields.find((field) => field.value === personOf(key))?.closest("li");
    key.classList.remove(sideClass(key));
    if (seat) key.classList.add(sideClass(seat));
    key.setAttribute("aria-pressed", Boolean(seat));
    key.disabled = full && !seat;
  }
  for (const told of all("[data-blank]")) told.textContent = whoPlays(fields);
  for (const key of all("[data-start]")) {
    key.textContent = say("Start game: {n} {n:player|players}", { n: playing.length });
  }
  showDealer(fields, playing);
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

/** Names that were moved are a change, as typed ones are: the setup of a game shows what it alters. */
const tellMoved = (from) => from.dispatchEvent(new Event("change", { bubbles: true }));

/** Seat a person in the first empty seat, or take them out of theirs. */
const togglePerson = (event, key) => {
  const [fields, name] = [nameFields(), personOf(key)];
  const seat = fields.find((field) => field.value === name) || fields.find((field) => !field.value);
  if (!seat) return; // one more seat comes from the server
  event.preventDefault();
  seat.value = seat.value ? "" : name;
  showNames();
};

/** Go on to the next seat; from the last, and from a free one where those drop out, to the wide
 * key. */
const goOn = (field) => {
  const fields = nameFields();
  const named = fields.filter((one) => one.value.trim()).length;
  const next = fields[fields.indexOf(field) + 1];
  if (!next || (!field.value && least() && named >= least())) one("button.main").click();
  else next.focus();
};

document.addEventListener("click", (event) => {
  const person = event.target.closest(".sitters [name=do]");
  if (person) togglePerson(event, person);
  const arrow = event.target.closest("[data-seats] button");
  if (arrow) {
    event.preventDefault();
    moveName(arrow.closest("li"), arrow.value.startsWith("up") ? -1 : 1);
    tellMoved(arrow);
  }
});

document.addEventListener("keydown", (event) => {
  const field = event.target.closest("[data-seats] input");
  if (event.key !== "Enter" || !field || event.isComposing) return;
  event.preventDefault();
  goOn(field);
});

document.addEventListener("input", ({ target }) => {
  if (target.name === "dealer") target.dataset.wanted = target.value;
  if (target.name === "listed") one(".seatmap").classList.toggle("round", !target.checked);
  if (target.closest(".seating")) showNames();
});

const showIfThere = () => {
  if (nameFields().length) showNames();
};

addEventListener("pageshow", showIfThere); // the browser may have put names back
document.addEventListener("htmx:after:swap", showIfThere);

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

document.addEventListener("pointerup", () => {
  if (dragged) tellMoved(dragged);
  drag(null);
});
