// Makes the snapshot for later starts, in a worker that does nothing else.
import { boot, bytes, IMPORT } from "./python.mjs";
import { keep } from "./snapshot.mjs";

const { edition } = JSON.parse(self.name);
const WARM = `
from scorekeeper.pocket.gateway import warm_up

warm_up(Path("/warm"))
gc.collect()
gc.freeze()
`;

async function make() {
  const python = await boot({ _makeSnapshot: true });
  python.FS.mkdirTree("/warm/signing");
  python.FS.writeFile("/warm/scorekeeper.db", await bytes("empty.db"));
  python.runPython(IMPORT + WARM);
  await keep(edition, python.makeMemorySnapshot());
}

make().then(
  () => postMessage({}),
  (error) => postMessage({ failed: error.message }),
);
