// Registers `sw.js`, which answers with saved pages while offline, if the browser allows it.
if (window.isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url)).catch(() => {});
}
