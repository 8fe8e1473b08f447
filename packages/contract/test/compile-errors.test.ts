// What must not compile, with the text it prints, and what must, with a bound on the work they cost: on TypeScript 5.8, 6
// and 7. A message in testdata/errors that no compiler prints fails, and so does an error without a message there, or one in
// testdata/accepted.
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile, compilers, type CompileError } from "./compile.ts";
import { expectedErrors } from "./expected-errors.ts";

const testdata = join(import.meta.dirname, "..", "testdata");

/** Twice what the files need: a definition takes about 2,500 steps. An enumerating type would take hundreds of thousands for each kind. */
const budget = 830_000;

function sorted(errors: readonly CompileError[]): string[] {
  return errors.map(({ file, line, text }) => `${file}:${line}: ${text}`).toSorted();
}

test.each(compilers)(
  "TypeScript %s prints exactly the messages in testdata, within the budget",
  async (compiler) => {
    const { errors, instantiations } = await compile(compiler, testdata);
    expect(sorted(errors)).toEqual(sorted(expectedErrors(compiler, testdata)));
    expect(instantiations).toBeLessThan(budget);
  },
  60_000,
);
