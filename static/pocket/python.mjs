// Starts Python with the app's files in it.
import createModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { unpack } from "./unpack.mjs";

export const HERE = new URL("./", import.meta.url).href;

// The build fills it in.
const LANGUAGE = "LANGUAGE";
const ENGINE = "/engine";
const LIBRARY = `${ENGINE}/site/msgspec/_core.cpython-314-wasm32-emscripten.so`;
const MORE_MEMORY = 4 << 20;

export const IMPORT = `
import gc, os, random, sys, time

gc.disable()
sys.dont_write_bytecode = True
sys.path[:0] = ["${ENGINE}/app", "${ENGINE}/site"]

from pathlib import Path
from scorekeeper.pocket.gateway import Pocket
`;

export const bytes = async (name) => new Uint8Array(await (await fetch(HERE + name)).arrayBuffer());

// Python before anything is imported, or as it was when `snapshot` was made. The app's files and the
// one library in C among them are loaded before Python starts: so the library lies at the same place
// each time, which a snapshot takes for granted.
export function boot({ snapshot, ...options } = {}) {
  const archives = Promise.all(["packages.zip", "code.zip"].map(bytes));
  const create = async (settings) => {
    let failure;
    const load = async ({ FS, FS_preloadFile, removeRunDependency }) => {
      try {
        for (const archive of await archives) unpack(FS, archive, ENGINE);
        await FS_preloadFile(LIBRARY, "", FS.readFile(LIBRARY), true, false, true);
      } catch (error) {
        failure = error;
      }
      removeRunDependency(ENGINE);
    };
    const begin = () => {
      settings.addRunDependency(ENGINE);
      load(settings);
    };
    settings.preRun = [...settings.preRun, begin];
    const module = await createModule(settings);
    if (failure) throw failure;
    while (snapshot && module.HEAP8.length < snapshot.length) module._malloc(MORE_MEMORY);
    return module;
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const env = { TZ: zone, HOME: "/home/pyodide", SCOREKEEPER_LANGUAGE: LANGUAGE };
  const given = { indexURL: HERE, env, createPyodideModule: create, ...options };
  return loadPyodide(snapshot ? { ...given, _loadSnapshot: snapshot } : given);
}
