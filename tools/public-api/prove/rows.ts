// The rows of the proof's table: what the command says of each seeded package against what was expected.
import type { Size } from "../compare/size.ts";

/** A package of the fixture with its change. */
export interface ProofPackage {
  readonly name: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly want: Readonly<Record<string, Size>>;
}

/** One line of the table. */
export interface Row {
  readonly title: string;
  readonly want: string;
  readonly got: string;
}

/** The names and sizes that the command prints, by package. */
export function namedChanges(output: string): Map<string, string[]> {
  const lines = [...output.matchAll(/^(patch|minor|major) +@fixture\/(\S+) \. (\S+)$/gm)];
  return new Map(
    [...Map.groupBy(lines, ([, , name = ""]) => name)].map(([name, found]) => [
      name,
      found.map(([, size, , exported]) => `${exported} ${size}`),
    ]),
  );
}

/** A row for each package; documentation and bodies must name nothing. */
export function sizeRows(packages: readonly ProofPackage[], named: ReadonlyMap<string, readonly string[]>): Row[] {
  const words = (items: readonly string[]): string => items.toSorted().join(", ") || "nothing";
  return packages.map(({ name, title, want }) => ({
    title,
    want: words(Object.entries(want).map(([exported, size]) => `${exported} ${size}`)),
    got: words(named.get(name) ?? []),
  }));
}
