// What a request of htmx asks of the table.

/** The key that it presses: `save`, `keep`, `undo` ...; nothing where it only tells an answer. */
export const submitted = (request) => request?.body?.get?.("do");

/** Whether this key writes a deal, or the rest of a game. */
export const writes = (key) => key === "save" || key === "rest";
