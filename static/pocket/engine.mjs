// Starts Python with the app in it, and puts calls to it.

import { ask } from "./network.mjs";
import { boot, bytes, HERE, IMPORT } from "./python.mjs";
import { drop, read } from "./snapshot.mjs";
import { DATABASE, SMALL, Store } from "./store.mjs";

const DATA = "/data";
// The search's index in Python's files, and the header that names a file that it lacks.
const INDEX = "/search";
const LACKS = "x-pocket-lacks";
const PATIENCE_MS = 15_000;
const NOTHING = new Uint8Array();
const OPEN = `
from pocket_network import ask

random.seed()

def network(*given):
    status, answer = ask(*given)
    return status, answer.to_bytes()

pocket = Pocket(Path("${DATA}"), network, Path("${INDEX}"))
gc.enable()
gc.freeze()
pocket
`;

class Damaged extends Error {
  name = "Damaged";
}

// The engine, from the snapshot of the `edition` where there is one and it may be `quick`.
export async function start({ edition, quick }) {
  const begun = performance.now();
  const marks = {};
  const lap = (name) => (marks[name] = Math.round(performance.now() - begun));
  const store = new Store();
  const loading = store.load();
  const snapshot = quick ? await read(edition).catch(() => null) : null;
  lap("snapshot");
  if (snapshot) {
    try {
      const engine = await opened(await boot({ snapshot }), "", store, await loading, lap);
      engine.try();
      engine.isQuick = true;
      lap("tried");
      return Object.assign(engine, { marks });
    } catch (error) {
      console.warn("The snapshot is of no use:", error);
      await drop(edition);
    }
  }
  const engine = await opened(await boot(), IMPORT, store, await loading, lap);
  return Object.assign(engine, { marks });
}

// Python with the app on this phone's data; `before` is run first.
async function opened(python, before, store, kept, lap) {
  lap("python");
  const { FS } = python;
  FS.mkdirTree(`${DATA}/signing`);
  FS.writeFile(`${DATA}/${DATABASE}`, kept.file ?? (await bytes("empty.db")));
  for (const [name, content] of kept.small) FS.writeFile(`${DATA}/${name}`, content);
  FS.mkdirTree(INDEX);
  python.registerJsModule("pocket_network", { ask });
  const engine = new Engine(python, begin(python, before + OPEN), store);
  lap("app");
  engine.isNew = !kept.file;
  if (!engine.isNew) await engine.save();
  lap("saved");
  return engine;
}

function begin(python, code) {
  try {
    return python.runPython(code);
  } catch (error) {
    if (/DatabaseError|malformed|not a database/.test(error.message))
      throw new Damaged(error.message);
    throw error;
  }
}

class Engine {
  isStale = false;
  #isFull = false;

  constructor(python, pocket, store) {
    Object.assign(this, { python, pocket, store });
  }

  // The answer, and whether anything was kept with it. Where the browser could not keep it, the
  // engine is stale from then on, because memory has more in it than the disk, and refuses all.
  async call({ method, address, path, query, headers, body }) {
    if (!this.isStale) {
      const sent = new Uint8Array(body ?? 0);
      const answer = await this.#answer(method, address, path, query, headers, sent);
      try {
        return { answer, saved: await this.save() };
      } catch (error) {
        this.isStale = true;
        this.#isFull = error?.name === "QuotaExceededError" || /NO_SPACE/.test(error?.message);
      }
    }
    const refused = this.#ask("refuse", method, address, path, headers, this.#isFull);
    return { answer: refused, saved: false };
  }

  // Shows a page and so calls what msgspec has in C; throws where anything is amiss.
  try() {
    const { status } = this.#ask("answer", "GET", location.origin, "/settings", "", [], NOTHING);
    if (status !== 200) throw new Error(`the engine answers ${status}`);
  }

  // All that is kept, as the page "On this phone" saves it to a file; not what could not be kept.
  export() {
    if (this.isStale) this.python.FS.writeFile(`${DATA}/${DATABASE}`, this.store.file);
    return this.pocket.export().toJs();
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

  // A file that the app lacks for its answer is fetched, if it can be, and the app is asked again.
  async #answer(...given) {
    for (;;) {
      const answer = this.#ask("answer", ...given);
      const [, lacking] = answer.headers.find(([name]) => name.toLowerCase() === LACKS) ?? [];
      if (!lacking || !(await this.#fetchIndex(lacking))) return answer;
    }
  }

  async #fetchIndex(name) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(`${HERE}search/${name}`, { signal });
      if (!answer.ok) return false;
      const content = new Uint8Array(await answer.arrayBuffer());
      this.python.FS.writeFile(`${INDEX}/${name}`, content, { canOwn: true });
      return true;
    } catch {
      return false;
    }
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
