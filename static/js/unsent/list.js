// The list of what is not sent: it stays until somebody has decided.
import { one } from "../dom.js";
import { whenReleased } from "../pressed.js";
import { say } from "../say.js";
import { button, element } from "./elements.js";
import { merge } from "./merging.js";
import { dealNumber, form, table } from "./pad.js";
import { isHeldBack, queue, renumber, reopen } from "./queue.js";
import { openDeal, sendAgain, stamp } from "./sending.js";
import { gone, network, tell, WHY, waits } from "./status.js";
import { deals, drop, put } from "./store.js";

const REFUSED = {
  400: say("The page had expired."),
  403: say("This phone no longer has access."),
  404: say("The game no longer exists."),
  409: say("The game has changed."),
  410: say("The game no longer exists."),
  422: say("Not accepted. Open it in the game to check it."),
};

const WAITING = say("Waiting to be sent.");

const whyWaiting = (deal) => {
  if (deal.open) return say("Undone. It is open in the game again.");
  return isHeldBack(deal) ? say("Waiting for the deal before it.") : WAITING;
};

const acts = (...keys) => element("p", { className: "acts" }, ...keys);

/** A line of the list: what it is of, what was said, why it is not sent, and its keys. */
const lineOf = (what, said, why, items, ...keys) => {
  const discard = () => {
    for (const item of items) {
      drop(item);
      if (item.url) renumber(item, -1);
    }
    line.replaceChildren(say("Discarded."), acts(button(say("Restore"), restore)));
    merge();
    tell();
  };
  const restore = () => {
    for (const item of items) {
      if (item.url) renumber(item, 1);
      put(item);
    }
    line.replaceChildren(...parts);
    merge();
    tell();
  };
  const textContent = [said, why].filter(Boolean).join(". ");
  const parts = [
    element("b", { textContent: what }),
    element("span", { className: "why", textContent }),
    acts(...keys, button(say("Discard"), discard)),
  ];
  const line = element("li", {}, ...parts);
  return line;
};

const dealLine = (deal) => {
  const offline = () => gone("offline");
  const again = button(say("Send again"), () => sendAgain(deal).catch(offline).then(showList));
  const look = button(say("Open in the game"), () =>
    stamp(deal).then(() => openDeal(deal), offline),
  );
  const edit = button(say("Edit"), () => {
    one("dialog.kept").close();
    reopen(deal);
  });
  const refused = REFUSED[deal.refused] || say("Refused ({status}).", { status: deal.refused });
  const why = deal.refused ? refused : whyWaiting(deal);
  const here = queue().some(({ name }) => name === deal.name) ? [edit] : [];
  const line = lineOf(deal.what, deal.said, why, [deal], ...(deal.refused ? [again, look] : here));
  line.dataset.deal = deal.name;
  return line;
};

/** A line for the answers that wait for one deal of a table. */
const tapsLine = (items) => {
  const [{ table: game, deal, what }] = items;
  const passed = form() && table() === game && dealNumber() !== deal;
  const n = items.length;
  const lost = say("Deal {deal} was saved without {n:it|them}.", { deal, n });
  const said = items.map((tap) => tap.said).join(", ");
  const link = element("a", { href: game, textContent: say("Open the game") });
  const links = location.pathname === game ? [] : [link];
  return lineOf(what, said, passed ? lost : WAITING, items, ...links);
};

/** The answers that wait, by table and deal. */
const waitingTaps = () => {
  const groups = new Map();
  for (const tap of waits().filter((item) => item.table)) {
    const group = `${tap.table} ${tap.deal}`;
    groups.set(group, [...(groups.get(group) || []), tap]);
  }
  return [...groups.values()];
};

const makeSheet = () => {
  const sheet = element("dialog", { className: "kept" });
  sheet.setAttribute("aria-label", say("Not sent yet"));
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
  document.body.append(sheet);
  return sheet;
};

/** Open the list, or draw it anew. */
const showList = () => {
  const sheet = one("dialog.kept") || makeSheet();
  const textContent = network.away
    ? `${WHY[network.away]} ${say("Saved on this phone, sent when back online.")}`
    : say("Saved on this phone until it is sent or you discard it.");
  const lines = [...deals().map(dealLine), ...waitingTaps().map(tapsLine)];
  const close = button(say("Close"), () => sheet.close());
  close.className = "main";
  sheet.replaceChildren(
    element("h2", { textContent: say("Not sent yet") }),
    element("p", { className: "note", textContent }),
    element("ul", { className: "lines" }, ...lines),
    close,
  );
  if (!sheet.open) sheet.showModal();
};

// The open list may wait for an answer that comes only now.
document.addEventListener("deal:answered", ({ detail: deal }) =>
  whenReleased(() => {
    const line = one(`dialog.kept [data-deal="${CSS.escape(deal.name)}"]`);
    if (deal.refused) line?.replaceWith(dealLine(deal));
    else line?.remove();
  }),
);

document.addEventListener("click", (event) => {
  if (event.target.closest(".bar .unsent")) showList();
});
