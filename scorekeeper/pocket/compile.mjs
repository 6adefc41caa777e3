// Runs `packing` on the Python that Pyodide brings: node compile.mjs PYODIDE STAGE OUT

import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, stage, out] = process.argv.slice(2).map((one) => path.resolve(one));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const env = { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1", PYTHONNODEBUGRANGES: "1" };
env.PYTHONHASHSEED = "0"; // what is built of the same sources is the same
env.SCOREKEEPER_LANGUAGE = process.env.SCOREKEEPER_LANGUAGE ?? "en";
const python = await loadPyodide({ indexURL: `${pyodide}/`, env });

for (const [place, root] of [
  ["/stage", stage],
  ["/out", out],
  ["/pyodide", pyodide],
]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
// copied, because it is imported from the place that it has in the browser
try {
  python.runPython(`
import shutil, sys

shutil.copytree("/stage", "/engine")
sys.path[:0] = ["/engine/app", "/engine/site"]

from scorekeeper.pocket import packing

packing.pack("/engine", "/pyodide/python_stdlib.zip", "/out")
`);
} catch (error) {
  // Node would print the line of Pyodide's script, which is all of it
  console.error(error.message);
  process.exitCode = 1;
}
