// What an htmx request asks for.

/** The button that it sends: `save`, `keep`, `undo` ...; undefined if it only sends answers. */
export const submitted = (request) => request?.body?.get?.("do");

/** Whether this button saves a deal. */
export const writes = (key) => key === "save" || key === "rest";
