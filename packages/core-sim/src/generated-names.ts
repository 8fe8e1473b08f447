// Names with a random end, cut as Cluster API cuts them: an object with a longer name could not be the value of a label.
const longest = 63;
const suffixLength = 5;

/** A name of a base and an end of five characters; a long base is cut. */
export function generatedName(base: string, suffix: string): string {
  return `${`${base}-`.slice(0, longest - suffixLength)}${suffix}`;
}

/** A name of a template, which is cut and gets another end where it is too long. */
export function cutName(name: string, suffix: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest - suffixLength)}${suffix}`;
}
