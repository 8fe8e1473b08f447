// Names that are shortened in the middle: what generated names differ in is at their end.

/** As many characters of the end are always shown. */
const tail = 7;

/** A name of at most so many characters. */
export function shortName(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - tail - 1)}…${name.slice(-tail)}`;
}
