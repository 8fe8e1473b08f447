// One row of the table of invariants: what must hold, the test that shows it, and a change of the source that this test notices.

/** One row. An invariant of several parts has several rows. */
export interface Invariant {
  /** The letter says the area, as in the list of `rows.ts`: "C3". */
  readonly id: string;
  /** What holds. */
  readonly says: string;
  /** What the list of invariants that we started from says in its place, and the number of the decision that has the reason. */
  readonly insteadOf?: { readonly sentence: string; readonly decision: string };
  /** The file that vitest runs; its ending says the mode. */
  readonly file: string;
  /** A part of the title that no other test of the file has, unless all of them show it. */
  readonly title: string;
  /** The file in which the title stands, where it is not `file`. */
  readonly suite?: string;
  /** What is changed: `from` stands in `source` once. */
  readonly mutant: Mutant;
}

/** The modes of vitest.shared.ts that rows have. */
export type TestMode = "test" | "slow" | "real";

/** A change of one place of a file, relative to the root. */
export interface Mutant {
  readonly source: string;
  readonly from: string;
  readonly to: string;
}

/** The source with the change. Throws when its place is not there, or is there twice. */
export function mutated({ source, from, to }: Mutant, content: string): string {
  const parts = content.split(from);
  if (parts.length !== 2)
    throw new Error(`"${from}" stands ${parts.length - 1} times in ${source}: correct the table of invariants`);
  return parts.join(to);
}

/** The package of a file: the folder that has a package.json. */
export function folderOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}
