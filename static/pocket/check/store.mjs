// The database of the page that checks the browser.
const NAME = "scorekeeper-check";
const STORE = "values";

const answered = (request) =>
  new Promise((done, refused) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => refused(request.error);
  });

export function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return answered(request);
}

// On the disk when it is done.
export function put(database, key, value) {
  const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
  transaction.objectStore(STORE).put(value, key);
  return new Promise((done, refused) => {
    transaction.oncomplete = done;
    transaction.onerror = transaction.onabort = () => refused(transaction.error);
  });
}

export function read(database, key) {
  return answered(database.transaction(STORE).objectStore(STORE).get(key));
}
