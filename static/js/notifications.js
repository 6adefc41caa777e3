// Notifications: the browser asks its owner, once they tapped, and gives an address at its push
// service, which the form sends on.
import { one } from "./dom.js";
import { say } from "./say.js";

const fault = one("#notifications-fault");
const form = one("#notifications");
const ask = one('[data-notifications="tell"]');
const possible = "serviceWorker" in navigator && "PushManager" in window;

const noNotifications = () => {
  one("#no-notifications").hidden = false;
  if (ask) ask.hidden = true;
};

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

const subscribe = async () => {
  await navigator.serviceWorker.register(ask.dataset.worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // one made for another key, before the app's data was replaced, could not be used
  await (await pushManager.getSubscription())?.unsubscribe();
  const applicationServerKey = bytes(ask.dataset.key);
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
};

if (!possible || Notification.permission === "denied") noNotifications();

ask?.addEventListener("click", async () => {
  fault.textContent = "";
  if ((await Notification.requestPermission()) !== "granted") {
    fault.textContent = say("This phone may not show notifications. Its settings can allow it.");
    noNotifications();
    return;
  }
  ask.disabled = true;
  try {
    form.elements.subscription.value = JSON.stringify(await subscribe());
  } catch {
    fault.textContent = say("The browser's push service did not answer. Try again.");
    ask.disabled = false;
    return;
  }
  form.submit();
});

one('[data-notifications="stop"]')?.addEventListener("click", async () => {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
});
