// `sw.js` has the pages at hand while offline, where the browser allows it.
if (window.isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
}
