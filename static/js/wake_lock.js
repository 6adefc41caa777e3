// Keeps the screen awake beside the cards, if the browser allows it.
import { one } from "./dom.js";

const stayAwake = () => {
  if (!document.hidden && one(".act")) navigator.wakeLock?.request("screen").catch(() => {});
};

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
