// Asks a server for the app, which waits for the answer: the engine answers one call after the other.
const PATIENCE_MS = 15_000;

// The status, 0 where nobody answered in time, and the answer as bytes. `secret` is a link's, `body`
// Python's bytes.
export function ask(method, address, secret, body) {
  const request = new XMLHttpRequest();
  try {
    request.open(method, address, false);
    request.responseType = "arraybuffer";
    request.timeout = PATIENCE_MS;
    request.setRequestHeader("Authorization", `Bearer ${secret}`);
    request.send(method === "POST" ? body.toJs() : null);
  } catch {
    return [0, new Uint8Array()];
  }
  return [request.status, new Uint8Array(request.response)];
}
