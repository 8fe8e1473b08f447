// The colors that a recording knows.

/** Colors of a terminal by their numbers: 0 to 7, and those of the palette of the cli. */
export const recordedColors: ReadonlyMap<number, string> = new Map([
  [0, "#6e7681"],
  [1, "#ff7b72"],
  [2, "#56d364"],
  [3, "#e3b341"],
  [4, "#79c0ff"],
  [5, "#d2a8ff"],
  [6, "#56d4dd"],
  [7, "#c9d1d9"],
  [28, "#56d364"],
  [130, "#d29922"],
  [133, "#d2a8ff"],
  [160, "#ff7b72"],
]);
