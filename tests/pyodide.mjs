// Runs pytest on the Python that Pyodide brings: node tests/pyodide.mjs FOLDER ARGUMENT...
// FOLDER has npm's package of Pyodide in package/ and Python's packages in site/.

import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]);
const pyodide = path.join(folder, "package/");
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));

const env = {
  HOME: "/home",
  PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
  PYTHONDONTWRITEBYTECODE: "1",
  SCOREKEEPER_QUICK: "1", // another Python needs no deeper search, and is three times as slow here
};
const python = await loadPyodide({ indexURL: pyodide, env });

const mount = (place, root) => {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
};
mount("/checkout", process.cwd());
mount("/site", path.join(folder, "site"));
python.globals.set("arguments", python.toPy(process.argv.slice(3)));
process.exitCode = python.runPython(`
import os, sys

os.chdir("/checkout")
sys.path[:0] = ["/checkout", "/site"]
print("Python", sys.version)

import pytest

int(pytest.main(arguments))
`);
