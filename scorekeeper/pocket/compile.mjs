// Runs a script on the Python that Pyodide brings: node compile.mjs PYODIDE SCRIPT PLACE=FOLDER ...

import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, script, ...mounts] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const env = { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1", PYTHONNODEBUGRANGES: "1" };
env.PYTHONHASHSEED = "0"; // what is built of the same sources is the same
env.SCOREKEEPER_LANGUAGE = process.env.SCOREKEEPER_LANGUAGE ?? "en";
const python = await loadPyodide({ indexURL: `${path.resolve(pyodide)}/`, env });

for (const [place, root] of mounts.map((one) => one.split("="))) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
try {
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  // Node would print the line of Pyodide's script, which is all of it
  console.error(error.message);
  process.exitCode = 1;
}
