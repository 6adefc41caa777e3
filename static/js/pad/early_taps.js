// Taps made before the script that saves them has loaded.

const early = []; // fields

let keep = (field) => early.push(field);

/** Save what was just entered in this field, now or once there is a keeper. */
export const tapped = (field) => keep(field);

/** Pass every tapped field to `keeper` from now on, first those tapped earlier. */
export const onTap = (keeper) => {
  for (const field of early.splice(0)) keeper(field);
  keep = keeper;
};
