// How many packages of Capstan an author depends on: what the starters declare.
import { manifestsIn } from "../source/manifests.ts";

/** The largest number of Capstan's packages that a starter declares. */
export function authorPackages(): { value: number; places: string[] } {
  const declared = manifestsIn("examples/*-starter").map(({ folder, dependencies, devDependencies }) => ({
    folder,
    names: Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith("@capstan/")),
  }));
  return {
    value: Math.max(0, ...declared.map(({ names }) => names.length)),
    places: declared.map(({ folder, names }) => `${folder}: ${names.join(", ")}`),
  };
}
