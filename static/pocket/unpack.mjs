// Writes the files of a zip without compression; they are not copied but used where they lie.
const END = 22;

export function unpack(FS, zip, top) {
  const view = new DataView(zip.buffer, zip.byteOffset);
  const text = new TextDecoder();
  const folders = new Set();
  let at = view.getUint32(zip.length - END + 16, true);
  for (let left = view.getUint16(zip.length - END + 10, true); left > 0; left--) {
    const size = view.getUint32(at + 24, true);
    const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const header = view.getUint32(at + 42, true);
    const name = `${top}/${text.decode(zip.subarray(at + 46, at + 46 + lengths[0]))}`;
    const from =
      header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!folders.has(folder)) {
      FS.mkdirTree(folder);
      folders.add(folder);
    }
    FS.writeFile(name, zip.subarray(from, from + size), { canOwn: true });
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
}
