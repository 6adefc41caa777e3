// Runs the engine, one call after the other.
import { start } from "./engine.mjs";

const RESTART = "x-pocket-restart";

// A script off the shelf has lost its query, but not its worker's name.
const starting = start(JSON.parse(self.name));
let turn = starting;

self.onmessage = ({ data, ports: [port] }) => {
  turn = turn.then(async (engine) => {
    if (data.export) {
      port.postMessage(engine.export());
      return engine;
    }
    const wasStale = engine.isStale;
    const { answer, saved } = await engine.call(data.call);
    port.postMessage(answer, [answer.body]);
    if (saved) postMessage({ saved: true });
    const isStale = engine.isStale && !wasStale;
    const isReplaced = answer.headers.some(([name]) => name.toLowerCase() === RESTART);
    if (isStale || isReplaced) postMessage({ restart: true, isStale, id: data.id });
    // what comes after is for the next engine: this one has neither the data nor the cookies
    return isReplaced ? new Promise(() => {}) : engine;
  });
  turn.catch(tell);
};

starting.then((engine) => {
  // a full disk closes the store too, which is said when the next engine has looked
  engine.store.onGone = () => engine.isStale || postMessage({ gone: true });
  postMessage({ ready: engine.marks, isNew: engine.isNew, isQuick: engine.isQuick });
  if (!engine.isWell()) postMessage({ failed: "damaged", damaged: true });
}, tell);

// Python tells where it happened first, and in the last line what.
function tell(error) {
  console.error(error);
  const [what] = error.message.trim().split("\n").slice(-1);
  postMessage({ failed: what.replace(/^[\w.]+: /, ""), damaged: error.name === "Damaged" });
}
