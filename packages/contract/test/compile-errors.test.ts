// What must not compile, with the text it prints, and what must, with a bound on the work it costs: on TypeScript 5.8, 6
// and 7. A message in testdata/errors that no compiler prints fails, and so does an error without a message there.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile, compilers, type CompileError } from "./compile.ts";
import { expectedErrors } from "./expected-errors.ts";

const testdata = join(import.meta.dirname, "..", "testdata");

/** Twice what the files need: a definition takes about 2,500 steps. An enumerating type would take hundreds of thousands for each kind. */
const budgets = { errors: 650_000, accepted: 180_000 } as const;

function sorted(errors: readonly CompileError[]): string[] {
  return errors.map(({ file, line, text }) => `${file}:${line}: ${text}`).toSorted();
}

describe.each(compilers)("TypeScript %s", (compiler) => {
  it.each(["errors", "accepted"] as const)(
    "prints exactly the messages in testdata/%s, within the budget",
    async (folder) => {
      const { errors, instantiations } = await compile(compiler, join(testdata, folder));
      expect(sorted(errors)).toEqual(sorted(expectedErrors(compiler, join(testdata, folder))));
      expect(instantiations).toBeLessThan(budgets[folder]);
    },
    60_000,
  );
});
