// Stands in for vitest in generated tests that are run without it: as much of it as they use. An unknown use of it fails.
import { deepStrictEqual } from "node:assert";
import { newRealm, recordProof, recordSuite } from "./recorder.ts";

/** A suite. */
export const describe: (name: string, declare: () => void) => void = recordSuite;

interface Declare {
  (name: string, run: () => void): void;
  each<T extends { readonly name: string }>(rows: readonly T[]): (title: "$name", run: (row: T) => void) => void;
}

/** A test, and one test for each row of a table. */
export const it: Declare = Object.assign((name: string, run: () => void) => recordProof({ name, run }), {
  each:
    <T extends { readonly name: string }>(rows: readonly T[]) =>
    (_title: "$name", run: (row: T) => void) => {
      for (const row of rows) recordProof({ name: row.name, run: () => run(row) });
    },
});

interface Expectation {
  readonly not: { toThrow(): void };
  toEqual(want: unknown): void;
}

/** What a test demands of a value. */
export function expect(value: unknown): Expectation {
  return {
    not: {
      toThrow: () => {
        if (typeof value !== "function") throw new TypeError("only a function can throw");
        value();
      },
    },
    toEqual: (want) => deepStrictEqual(value, want),
  };
}

/** What loads modules again. */
export const vi: { readonly resetModules: () => void } = { resetModules: newRealm };
