// A game that a link brings in its fragment: unpacked here, and sent to the server only by a tap.
import { one } from "./dom.js";
import { say } from "./say.js";

/** Bytes of a game at most; a small link could unpack to gigabytes. */
const LARGEST = 32768;

/** The bytes that the letters of an address stand for. */
const bytesOf = (letters) =>
  Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
    one.charCodeAt(0),
  );

/** The text that a fragment holds; throws where it holds none, or too much. */
const unpacked = async (letters) => {
  const packed = new Blob([bytesOf(letters)]).stream();
  const reader = packed.pipeThrough(new DecompressionStream("deflate")).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > LARGEST) throw new RangeError();
    parts.push(part.value);
  }
  return new Blob(parts).text();
};

const open = async () => {
  const [, letters] = location.hash.match(/^#g=([\w-]+)$/) || [];
  if (!letters) return;
  const form = one("#brought");
  const [message, key] = [one(".message", form), one("button", form)];
  form.hidden = false;
  try {
    const text = await unpacked(letters);
    form.elements.text.value = text;
    message.textContent = say("This link brings a game: {name}.", { name: JSON.parse(text).name });
    key.hidden = false;
  } catch {
    message.classList.add("bad");
    message.textContent = say("This link is damaged. Ask for it again.");
    key.hidden = true;
  }
};

addEventListener("hashchange", open);
open();
