// Where the data is kept: the database in blocks of 4 kB, small files whole, in IndexedDB. What an
// answer has changed goes out in one transaction, which is on the disk when `save` returns.

const NAME = "scorekeeper";
const BLOCKS = "blocks";
const BLOCK = 4096;
const WORDS = BLOCK / 8;
export const DATABASE = "scorekeeper.db";
export const SMALL = ["signing/key", "jar.json", "exported", "servers.json"];

const opened = () =>
  new Promise((done, refused) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(BLOCKS);
    request.onsuccess = () => done(request.result);
    request.onerror = () => refused(request.error);
  });

const completed = (transaction) =>
  new Promise((done, refused) => {
    transaction.oncomplete = done;
    transaction.onerror = transaction.onabort = () => refused(transaction.error);
  });

async function everything(database) {
  const store = database.transaction(BLOCKS).objectStore(BLOCKS);
  const answered = (request) =>
    new Promise((done, refused) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => refused(request.error);
    });
  const [keys, values] = await Promise.all([
    answered(store.getAllKeys()),
    answered(store.getAll()),
  ]);
  return new Map(keys.map((key, place) => [key, values[place]]));
}

// The database's file, of the blocks that are there; null where nothing is kept.
function assembled(rows) {
  if (!rows.has("size")) return null;
  const file = new Uint8Array(rows.get("size"));
  for (const [key, block] of rows) {
    if (typeof key === "number")
      file.set(block.subarray(0, file.length - key * BLOCK), key * BLOCK);
  }
  return file;
}

// All that is kept of the database, for whoever wants to save it when it cannot be opened.
export async function content() {
  const database = await opened();
  const file = assembled(await everything(database));
  database.close();
  return file ?? new Uint8Array();
}

// Forget all that is kept.
export async function clear() {
  const database = await opened();
  const transaction = database.transaction(BLOCKS, "readwrite", { durability: "strict" });
  transaction.objectStore(BLOCKS).clear();
  await completed(transaction);
  database.close();
}

const sameBytes = (one, other) =>
  one.length === other?.length && one.every((byte, place) => byte === other[place]);

export class Store {
  // Called when the browser deletes what is kept while it is in use.
  onGone = () => {};
  #database;
  // What lies on the disk: the database's file, and the small ones by name.
  #kept = new Uint8Array();
  #small = new Map();

  // What is kept: the database (null: nothing yet) and the small files.
  async load() {
    this.#database = await opened();
    this.#database.onclose = () => this.onGone();
    const rows = await everything(this.#database);
    const file = assembled(rows);
    this.#kept = file?.slice() ?? new Uint8Array();
    for (const name of SMALL) if (rows.has(name)) this.#small.set(name, rows.get(name));
    return { file, small: new Map(this.#small) };
  }

  // The database's file as it is kept.
  get file() {
    return this.#kept;
  }

  // Keep the database's file and the small ones; whether anything had changed. Rejects where the
  // browser cannot, and then nothing of it is kept.
  async save(file, small) {
    const rows = new Map(changedBlocks(file, this.#kept));
    for (const [name, bytes] of small)
      if (!sameBytes(bytes, this.#small.get(name))) rows.set(name, bytes);
    if (!rows.size) return false;
    const transaction = this.#database.transaction(BLOCKS, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(BLOCKS);
    if (file.length !== this.#kept.length) rows.set("size", file.length);
    for (const [key, value] of rows) store.put(value, key);
    const first = Math.ceil(file.length / BLOCK);
    const last = Math.ceil(this.#kept.length / BLOCK);
    if (last > first) store.delete(IDBKeyRange.bound(first, last));
    transaction.commit();
    await completed(transaction);
    this.#remember(file, rows);
    return true;
  }

  #remember(file, rows) {
    if (file.length !== this.#kept.length) {
      const resized = new Uint8Array(file.length);
      resized.set(this.#kept.subarray(0, file.length));
      this.#kept = resized;
    }
    for (const [key, value] of rows) {
      if (typeof key === "number") this.#kept.set(value, key * BLOCK);
      else if (key !== "size") this.#small.set(key, value);
    }
  }
}

// The blocks of a file that are not as they were, each with its place. Both are compared by words of
// eight bytes; SQLite's files are whole blocks.
function* changedBlocks(file, before) {
  const now = words(file);
  const then = words(before);
  for (let block = 0; block * BLOCK < file.length; block++) {
    if (differs(now, then, block * WORDS))
      yield [block, file.slice(block * BLOCK, (block + 1) * BLOCK)];
  }
}

const words = (bytes) => new BigInt64Array(bytes.buffer, bytes.byteOffset, bytes.length >> 3);

function differs(now, then, from) {
  if (from + WORDS > then.length) return true;
  for (let place = from; place < from + WORDS; place++) if (now[place] !== then[place]) return true;
  return false;
}
