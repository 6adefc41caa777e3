// An order of players: a tap appends a name, another removes it, before the server answers.
import { all, one } from "../dom.js";

/** Number the names of a board anew after one of them was tapped, as the server would. */
export const rank = (input) => {
  const board = input.closest(".order");
  const names = all("label.key", board);
  const placed = names.filter((name) => name.dataset.place && !name.contains(input));
  placed.sort((a, b) => a.dataset.place - b.dataset.place);
  if (input.checked) placed.push(input.closest(".key"));
  for (const name of names) {
    const place = placed.indexOf(name);
    const box = one("input", name);
    if (place < 0) delete name.dataset.place;
    else name.dataset.place = place + 1;
    box.type = place < 0 ? "radio" : "checkbox";
    box.name = `${board.dataset.name}.${place < 0 ? placed.length : place}`;
    box.checked = place >= 0;
  }
};
