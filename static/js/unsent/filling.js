// Gives answers on the pad as they were given: the keys pressed, the numbers typed.
import { all } from "../dom.js";
import { answer, foldAnew } from "../pad/folding.js";
import { rank } from "../pad/order.js";
import { element } from "./elements.js";
import { form, named } from "./pad.js";

/** Give an answer on the page as it was given. */
export const apply = ({ field, values }) => {
  const [value] = values.slice(-1);
  const board = all(".order", form()).find((order) => field.startsWith(`${order.dataset.name}.`));
  if (board) {
    placeName(board, value);
    return;
  }
  const inputs = named(field).filter((input) => input.type !== "hidden");
  for (const input of inputs) {
    if (input.type !== "text") input.checked = values.includes(input.value);
    else if (input !== document.activeElement) input.value = value;
  }
  const pressed = inputs.find((input) => input.checked);
  if (pressed) answer(pressed);
  else if (!inputs.some((input) => input.type === "text")) addHidden(field, values);
};

/** Append this name to an order, if it is not in it. */
const placeName = (board, value) => {
  const box = value && document.getElementById(`${board.dataset.name}-${value}`);
  if (!box || box.closest("[data-place]")) return;
  box.checked = true;
  rank(box);
};

/** Send answers to questions that the server asks only once it has the earlier answers. */
export const addHidden = (name, values) => {
  for (const value of values.filter(Boolean)) {
    const input = element("input", { type: "hidden", name, value });
    input.dataset.kept = "";
    form().append(input);
  }
};

const OF_A_DEAL = '.fault, .preview, [name^="seen."], [name^="derived."], input[data-kept]';

/** Empty the pad for another deal, of what was entered and of what the page said of it. */
export const empty = () => {
  for (const input of all("input:not([type=hidden])", form())) {
    if (input.closest(".by")) continue; // the way of entering stays
    if (input.type === "text") {
      input.value = "";
      input.removeAttribute("value");
      input.removeAttribute("placeholder");
    } else {
      input.checked = false;
      input.removeAttribute("checked");
    }
  }
  for (const { dataset, elements } of all("[data-usual]", form())) {
    for (const input of elements) input.checked = input.value === dataset.usual;
  }
  for (const old of [...all(OF_A_DEAL, form()), ...all(".totals .then")]) old.remove();
  delete form().dataset.typed;
  foldAnew();
};
