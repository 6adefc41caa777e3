// Asks every two seconds for what others have saved, and shows it unless somebody is tapping here.
import { one } from "./dom.js";

const POLL_MS = 2000;

/** Whether somebody is in the middle of something that a new page would interrupt: a seat's tap,
 * which only its key sends, was lost to news that were on their way. */
export const busy = () =>
  one(".menu[open], .pad.other, [hx-trigger=submit] :checked:not([checked])") ||
  document.activeElement?.matches("input[type=text], textarea");

/** Fetch the current page, whether or not it has changed. */
export const renew = () => {
  const news = one("#news");
  news.setAttribute("hx-get", news.getAttribute("hx-get").split("v=")[0]);
  htmx.trigger(news, "news");
};

setInterval(() => {
  const quiet = !document.hidden && !one(".htmx-request") && !busy();
  if (window.htmx && one("#news") && quiet) htmx.trigger("#news", "news");
}, POLL_MS);

document.addEventListener("htmx:before:swap", (event) => {
  if (event.target.id !== "news") return;
  // else the page is merged again, and asks every two seconds which of two answers counts
  const isNothingNew = event.detail.ctx.swap === "none";
  if (isNothingNew || busy()) event.preventDefault(); // busy: tapped meanwhile
});
