// What can only be tried in a worker: its memory, and files that are written without waiting.
const PAGE = 64 * 1024;
// Python and the app take about a hundred megabytes; twice that leaves room for a long league.
const WANTED = 256 * 1024 * 1024;
const FILE = "pocket-check";

const tries = [
  [
    "Memory in a worker",
    () => {
      const memory = new WebAssembly.Memory({ initial: WANTED / PAGE });
      const bytes = new Uint8Array(memory.buffer);
      for (let at = 0; at < bytes.length; at += 4096) bytes[at] = 1;
      return `${WANTED / 1024 / 1024} MB`;
    },
  ],
  [
    "Files in a worker",
    async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle(FILE, { create: true });
      const handle = await file.createSyncAccessHandle();
      const begun = performance.now();
      handle.write(new Uint8Array(4096), { at: 0 });
      handle.flush();
      const took = performance.now() - begun;
      handle.close();
      await folder.removeEntry(FILE);
      return `yes, ${took.toFixed(1)} ms`;
    },
  ],
];

const told = [];
for (const [what, attempt] of tries) {
  try {
    told.push({ what, result: await attempt(), good: true });
  } catch (error) {
    told.push({ what, result: `no: ${error.message}`, good: false });
  }
}
postMessage(told);
