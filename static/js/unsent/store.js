// What is saved on this phone: an item for each answer and each deal, so that two tabs never write
// the same one. An item has a `name`, "tap ..." or "deal ...", and the time `at` which it was made.

import { say } from "../say.js";

const memory = new Map(); // for a browser that keeps nothing

let lasting = true;

/** Whether it outlasts the page. */
export const isLasting = () => lasting;

/** Save an item, replacing the one of this name. */
export const put = (item) => {
  const text = JSON.stringify(item);
  try {
    localStorage.setItem(item.name, text);
    memory.delete(item.name);
  } catch {
    lasting = false;
    memory.set(item.name, text);
  }
};

/** Remove an item. */
export const drop = ({ name }) => {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // private mode
  }
};

const byTime = (a, b) => a.at - b.at || a.name.localeCompare(b.name, "en", { numeric: true });

/** The items of this kind, oldest first. */
const items = (kind) => {
  const found = new Map(memory);
  try {
    for (const name of Object.keys(localStorage)) found.set(name, localStorage.getItem(name));
  } catch {
    // private mode
  }
  return [...found]
    .filter(([name]) => name.startsWith(`${kind} `))
    .map(([, text]) => JSON.parse(text))
    .sort(byTime);
};

/** The path of a deal's table. */
export const pathOf = (deal) => new URL(deal.url, location.href).pathname;

/** The deals that are not at their tables, or not at this one, as `{name, key, url, body, at, sent,
 * number, what, said, fresh, again, refused, open}`: the request, when it was last `sent`, the number
 * of the deal, what the list of the unsent says of it, whether it is only on its way, or sent `again`
 * in case it was lost, the status with which it was refused (0: not yet), and whether it was undone
 * and lies `open` on the pad. */
export const deals = (table) => items("deal").filter((deal) => !table || pathOf(deal) === table);

/** The answers of this table, or of all, that it does not have, as `{name, field, values, table,
 * deal, seen, at, mine, due, done, what, said}`: the version of the answer that was `seen` when it
 * was tapped, the values given before (`mine`), whether it is `due` to be sent, or `done`. */
export const taps = (table) => items("tap").filter((tap) => !table || tap.table === table);

/** The name of an answer's item: each deal has its own. */
export const tapName = (table, deal, field) => `tap ${table} ${deal} ${field}`;

/** Migrate deals saved before there were items. */
const takeOver = () => {
  try {
    for (const deal of JSON.parse(localStorage.unsent || "[]")) {
      put({ ...deal, name: `deal ${deal.key}`, at: 0, what: say("A deal"), said: "" });
    }
    delete localStorage.unsent;
  } catch {
    // private mode
  }
};

takeOver();
