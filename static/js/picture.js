// The picture of a final score as a PNG, which messengers accept: shared with the phone's own
// dialog if there is one, else saved. Without this script the link saves the SVG.

/** The picture at an address as a PNG file of that name. */
const pictureFile = async (address, name) => {
  const image = Object.assign(new Image(), { src: address });
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: image.naturalWidth,
    height: image.naturalHeight,
  });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  return new File([blob], name, { type: blob.type });
};

const saveFile = (file) => {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  URL.revokeObjectURL(href);
};

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-picture]");
  if (!link) return;
  event.preventDefault();
  const file = await pictureFile(link.href, link.download.replace(/svg$/, "png"));
  if (navigator.canShare?.({ files: [file] })) navigator.share({ files: [file] }).catch(() => {});
  else saveFile(file);
});
