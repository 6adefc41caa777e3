// The two functions with which all scripts look for elements.

/** Every element below `from` that a selector finds, as an array. */
export const all = (selector, from = document) => [...from.querySelectorAll(selector)];

/** The first of them, or null. */
export const one = (selector, from = document) => from.querySelector(selector);
