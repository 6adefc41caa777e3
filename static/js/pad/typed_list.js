// A typed list: Enter goes to the next field, and saves in the last.
import { all, one } from "../dom.js";

document.addEventListener("keydown", (event) => {
  const { target: input, key } = event;
  if (key !== "Enter" || !input.matches("#pad .perseat input[type=text]")) return;
  const fields = all(".perseat input[type=text]", input.form);
  const after = fields[fields.indexOf(input) + 1];
  event.preventDefault();
  if (after) {
    after.focus();
    after.select();
  } else {
    input.blur(); // what was typed is known before it is sent
    input.form?.requestSubmit(one(".act .main"));
  }
});
