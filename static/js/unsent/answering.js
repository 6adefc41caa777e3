// Forms whose keys wait on the phone for the network and arrive once, as a deal does: East-West
// agree to a result, a round begins at a table, a result is saved where htmx could not be fetched.
import { keepDeal } from "./queue.js";
import { flush } from "./sending.js";
import { gone, network } from "./status.js";
import { deals, put } from "./store.js";

document.addEventListener("submit", async (event) => {
  const { target: answers, submitter } = event;
  const saves = answers.matches("form[data-saves]") && !window.htmx && network.away;
  if (!answers.matches("form[data-answers]") && !saves) return;
  event.preventDefault();
  const body = new FormData(answers);
  keepDeal({ action: answers.action, body }, submitter?.value);
  const mine = () => deals().find(({ name }) => name === `deal ${body.get("key")}`);
  put({ ...mine(), fresh: false });
  await flush();
  const kept = mine();
  if (kept && !kept.refused) gone(navigator.onLine ? "server" : "offline", "deal");
});
