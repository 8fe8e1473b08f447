// What must not compile, with the text it prints, and what must, with a bound on the work they cost. A message in testdata/errors
// that no compiler prints fails, and so does an error without a message there, or one in testdata/accepted.
import { join } from "node:path";
import { compile, type CompileError, type Compiler } from "./compile.ts";
import { expectedErrors } from "./expected-errors.ts";

const testdata = join(import.meta.dirname, "..", "testdata");

/** Twice what the files need: a definition takes about 2,500 steps. An enumerating type would take hundreds of thousands for each kind. */
const budget = 830_000;

function sorted(errors: readonly CompileError[]): string[] {
  return errors.map(({ file, line, text }) => `${file}:${line}: ${text}`).toSorted();
}

/** What a compiler prints and what testdata has, and whether it takes more work than it may. */
export interface Printed {
  readonly printed: readonly string[];
  readonly wanted: readonly string[];
  readonly withinBudget: boolean;
}

/** Compiles testdata. */
export async function printedBy(compiler: Compiler): Promise<Printed> {
  const { errors, instantiations } = await compile(compiler, testdata);
  const wanted = sorted(expectedErrors(compiler, testdata));
  return { printed: sorted(errors), wanted, withinBudget: instantiations < budget };
}
