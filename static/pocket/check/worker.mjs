// What can only be tried in a worker: its memory, and files that are written without waiting.
const PAGE = 64 * 1024;
// Python and the app take about a hundred megabytes; twice that leaves room for a long league.
const WANTED = 256 * 1024 * 1024;
const FILE = "pocket-check";

const tries = [
  [
    "memory",
    () => {
      const memory = new WebAssembly.Memory({ initial: WANTED / PAGE });
      const bytes = new Uint8Array(memory.buffer);
      for (let at = 0; at < bytes.length; at += 4096) bytes[at] = 1;
      return { megabytes: WANTED / 1024 / 1024 };
    },
  ],
  [
    "files",
    async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle(FILE, { create: true });
      const handle = await file.createSyncAccessHandle();
      const begun = performance.now();
      handle.write(new Uint8Array(4096), { at: 0 });
      handle.flush();
      const took = (performance.now() - begun).toFixed(1);
      handle.close();
      await folder.removeEntry(FILE);
      return { took };
    },
  ],
];

const told = [];
for (const [name, attempt] of tries) {
  try {
    told.push({ name, ...(await attempt()) });
  } catch (error) {
    told.push({ name, failed: error.message || error.name });
  }
}
postMessage(told);
