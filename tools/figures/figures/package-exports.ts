// How many names the published packages export, all their entries together.
import { entryNames } from "../source/entry-names.ts";
import { entrySources, manifestsIn } from "../source/manifests.ts";

/** The largest number of names that one published package exports. */
export function packageExports(): { value: number; places: string[] } {
  const counts = manifestsIn("packages/*")
    .filter(({ private: unpublished }) => unpublished !== true)
    .map((manifest) => {
      const names = [...entrySources(manifest).values()].flatMap((path) => entryNames(path));
      return { name: manifest.name, count: new Set(names).size };
    })
    .toSorted((a, b) => b.count - a.count);
  return { value: counts[0]?.count ?? 0, places: counts.map(({ name, count }) => `${name}: ${count}`) };
}
