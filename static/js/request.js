// What an htmx request asks for.

/** The button that it sends: `save`, `keep`, `undo` ...; undefined if it only sends answers. */
export const submitted = (request) => request?.body?.get?.("do");

/** Whether this button saves a deal, or decides between two that were entered for the same one. */
export const writes = (key) => ["save", "rest", "theirs", "replace"].includes(key);
