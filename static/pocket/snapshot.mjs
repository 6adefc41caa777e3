// A snapshot of Python's memory once the app is imported, from which later starts go on. It has
// nothing of the phone's in it: no game, no key, no cookie. It lies on the edition's shelf, under the
// browser's version, for another one's compiler may lay out memory otherwise.
const HERE = new URL("./", import.meta.url).href;

const shelf = (edition) => caches.open(`pocket-${edition}`);

async function address() {
  const { userAgentData, userAgent } = navigator;
  const exact = await userAgentData?.getHighEntropyValues(["fullVersionList"]);
  const version = exact ? JSON.stringify(exact.fullVersionList) : userAgent;
  return `${HERE}snapshot?${encodeURIComponent(version)}`;
}

// The snapshot, null where there is none that fits.
export async function read(edition) {
  const kept = await (await shelf(edition)).match(await address());
  return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
}

export async function has(edition) {
  return Boolean(await (await shelf(edition)).match(await address()));
}

export async function keep(edition, snapshot) {
  await drop(edition);
  await (await shelf(edition)).put(await address(), new Response(snapshot));
}

// Forget those of all versions of the browser; whether there was any.
export async function drop(edition) {
  return (await shelf(edition)).delete(`${HERE}snapshot`, { ignoreSearch: true });
}
