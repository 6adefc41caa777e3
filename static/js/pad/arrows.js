// Arrow keys move between answers without choosing one: the space bar does that.
import { all } from "../dom.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

document.addEventListener(
  "keydown",
  (event) => {
    const { target: input, key } = event;
    const order = input.closest(".order");
    const isAnswer = order || input.type === "radio";
    if (!STEPS[key] || !isAnswer || input.form?.id !== "pad") return;
    event.preventDefault();
    const group = `input[type=radio][name="${CSS.escape(input.name)}"]:not(:disabled)`;
    const answers = order ? all("input", order) : all(group, input.form);
    answers.at((answers.indexOf(input) + STEPS[key]) % answers.length).focus();
  },
  true,
);
