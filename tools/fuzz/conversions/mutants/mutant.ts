// One wrong change of the code that converts.

/** A change that some generated test must notice. */
export interface Mutant {
  /** What is changed: a form of values, or a step of the conversion. */
  readonly operation: string;
  /** How, for example "drop". */
  readonly mutation: string;
  /** The file, in the folder of the conversion's runtime. */
  readonly file: string;
  readonly change: (source: string) => string;
  /** A call that a golden case must have for its tests to run; every case when there is none. */
  readonly needs?: string;
  /** Why no test can notice it. */
  readonly equivalent?: string;
}

/** A place of a file that is changed, and why no test can notice it if that is so. */
type Change = readonly [operation: string, mutation: string, from: string, to: string, equivalent?: string];

/** Changes of places, by the file of the conversion's runtime. */
export type ChangesByFile = Readonly<Record<string, readonly Change[]>>;

/** The name of a mutant. */
export function nameOf({ operation, mutation }: Mutant): string {
  return `${operation}: ${mutation}`;
}

/** A change of one place of a file. Throws when the place is not there, or is there twice. */
export function replaceOnce(from: string, to: string): (source: string) => string {
  return (source) => {
    const parts = source.split(from);
    if (parts.length !== 2)
      throw new Error(`"${from}" stands ${parts.length - 1} times in the source: correct the table`);
    return parts.join(to);
  };
}
