// Taps that come before the script that keeps them.

const early = []; // fields

let keep = (field) => early.push(field);

/** Keep what was just entered in this field, now or as soon as there is somebody to keep it. */
export const tapped = (field) => keep(field);

/** From now on `keeper` gets each field that was tapped, first those of before. */
export const onTap = (keeper) => {
  for (const field of early.splice(0)) keeper(field);
  keep = keeper;
};
