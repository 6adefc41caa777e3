// Starts Python with the app in it, and puts calls to it.

import { ask } from "./network.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { DATABASE, SMALL, Store } from "./store.mjs";
import { unpack } from "./unpack.mjs";

const DATA = "/data";
const START = `
import gc, sys

gc.disable()
sys.dont_write_bytecode = True
sys.path[:0] = ["/engine/app", "/engine/site"]

from pathlib import Path
from pocket_network import ask
from scorekeeper.pocket.gateway import Pocket

def network(*given):
    status, answer = ask(*given)
    return status, answer.to_bytes()

pocket = Pocket(Path("${DATA}"), network)
gc.enable()
gc.freeze()
pocket
`;

class Damaged extends Error {
  name = "Damaged";
}

const HERE = new URL("./", import.meta.url).href;

const bytes = async (name) => new Uint8Array(await (await fetch(HERE + name)).arrayBuffer());

export async function start() {
  const begun = performance.now();
  const marks = {};
  const lap = (name) => (marks[name] = Math.round(performance.now() - begun));
  const store = new Store();
  const env = { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone, HOME: "/home/pyodide" };
  const [python, code, kept] = await Promise.all([
    loadPyodide({ indexURL: HERE, env }),
    bytes("code.zip"),
    store.load(),
  ]);
  lap("python");
  const { FS } = python;
  unpack(FS, code, "/engine");
  FS.mkdirTree(`${DATA}/signing`);
  FS.writeFile(`${DATA}/${DATABASE}`, kept.file ?? (await bytes("empty.db")));
  for (const [name, content] of kept.small) FS.writeFile(`${DATA}/${name}`, content);
  python.registerJsModule("pocket_network", { ask });
  lap("files");
  const engine = new Engine(python, begin(python), store, marks);
  await engine.save();
  lap("app");
  engine.isNew = !kept.file;
  return engine;
}

function begin(python) {
  try {
    return python.runPython(START);
  } catch (error) {
    if (/DatabaseError|malformed|not a database/.test(error.message))
      throw new Damaged(error.message);
    throw error;
  }
}

class Engine {
  constructor(python, pocket, store, marks) {
    Object.assign(this, { python, pocket, store, marks });
    this.times = [];
  }

  // The answer; whether anything was kept with it; and whether memory has more in it than the disk,
  // because the browser could not keep it.
  async call({ method, address, path, query, headers, body }) {
    const began = performance.now();
    const sent = new Uint8Array(body ?? 0);
    const answer = this.#ask("answer", method, address, path, query, headers, sent);
    const answered = performance.now();
    try {
      const saved = await this.save();
      this.times.push([method, path, answered - began, performance.now() - answered]);
      return { answer, saved, stale: false };
    } catch (error) {
      const full = error?.name === "QuotaExceededError";
      return {
        answer: this.#ask("refuse", method, address, path, headers, full),
        saved: false,
        stale: true,
      };
    }
  }

  isWell() {
    return this.pocket.is_well();
  }

  // Nothing is answered before this has returned.
  save() {
    const { FS } = this.python;
    const { node } = FS.lookupPath(`${DATA}/${DATABASE}`);
    const small = SMALL.filter((name) => FS.analyzePath(`${DATA}/${name}`).exists);
    return this.store.save(
      node.contents.subarray(0, node.usedBytes),
      small.map((name) => [name, FS.readFile(`${DATA}/${name}`)]),
    );
  }

  #ask(name, ...given) {
    const proxies = given.map((one) => this.python.toPy(one));
    const answer = this.pocket[name](...proxies);
    const [status, headers, data] = answer;
    const buffer = data.getBuffer();
    const made = { status, headers: headers.toJs(), body: buffer.data.slice().buffer };
    buffer.release();
    for (const one of [...proxies, answer, headers, data]) one?.destroy?.();
    return made;
  }
}
