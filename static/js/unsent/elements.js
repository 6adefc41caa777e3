// Elements that are not in a template.

/** A new element with these properties and children. */
export const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/** A new key that calls `press` when it is tapped. */
export const button = (textContent, press) =>
  element("button", { type: "button", textContent, onclick: press });
