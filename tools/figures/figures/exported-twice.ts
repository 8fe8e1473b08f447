// Names that an author can import from two places: which of them is meant is then a question that nobody should have.
import { entryNames } from "../source/entry-names.ts";
import { entrySources, type Manifest, manifestsIn } from "../source/manifests.ts";
import { upstreamNames } from "./declared-twice.ts";

/** Packages that one author imports from together. Every published package is also looked at alone. */
const authors: readonly (readonly string[])[] = [
  ["@capstan/api", "@capstan/controller-kit"],
  ["@capstan/api", "@capstan/extension-kit"],
];

/** Entries for Capstan's own packages, which say so in their package's README. */
const internal: readonly string[] = ["@capstan/api/codegen/v1", "@capstan/api/crds"];

/** What one API has in several versions is exported by the entry of each, and counts once. */
const version = /\/v\d+(?:(?:alpha|beta)\d+)?\b/;

/** A name with the entries that export it. */
export interface NamedEntries {
  readonly name: string;
  readonly entries: readonly string[];
}

/** The names that several entries export; entries that differ by an API version only are one. */
export function namesWithTwoEntries(entries: ReadonlyMap<string, readonly string[]>): NamedEntries[] {
  const exported = [...entries].flatMap(([entry, names]) =>
    names.map((name) => ({ name, entry: entry.replace(version, "/<version>") })),
  );
  return [...Map.groupBy(exported, ({ name }) => name)]
    .map(([name, found]) => ({ name, entries: [...new Set(found.map(({ entry }) => entry))].toSorted() }))
    .filter(({ name, entries: places }) => places.length > 1 && !upstreamNames.has(name));
}

/** The names that one author can import from two places. */
export function exportedTwice(): { value: number; places: string[] } {
  const published = manifestsIn("packages/*").filter(({ private: unpublished }) => unpublished !== true);
  const sets = [...authors, ...published.map(({ name }) => [name])];
  const lines = sets.flatMap((names) =>
    namesWithTwoEntries(entriesOf(published.filter(({ name }) => names.includes(name)))).map(
      ({ name, entries }) => `${name}: ${entries.join(", ")}`,
    ),
  );
  const places = [...new Set(lines)].toSorted();
  return { value: places.length, places };
}

function entriesOf(manifests: readonly Manifest[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    manifests.flatMap((manifest) =>
      [...entrySources(manifest)]
        .map(([subpath, source]) => [manifest.name + subpath.slice(1), source] as const)
        .filter(([entry]) => !internal.includes(entry))
        .map(([entry, source]) => [entry, entryNames(source)]),
    ),
  );
}
