// What must not compile, with the text it prints, and what must, with a bound on the work they cost. A message in testdata/errors
// that no compiler prints fails, and so does an error without a message there, or one in testdata/accepted.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type CompileError, type Compiler } from "./compile.ts";
import { expectedErrors } from "./expected-errors.ts";

const testdata = join(import.meta.dirname, "..", "testdata");

/** A fifth more than the files need: a definition takes about 3,000 steps, one of a control plane 8,000. An enumerating type would take hundreds of thousands for each kind. */
const budget = 830_000;

function sorted(errors: readonly CompileError[]): string[] {
  return errors.map(({ file, line, text }) => `${file}:${line}: ${text}`).toSorted();
}

/** How many wrong definitions testdata has at least: fewer would mean that files are no longer compiled. */
export const fewestDefinitions = 150;

/** What a compiler prints and what testdata has, how many definitions it rejects, and whether it takes more work than it may. */
export interface Printed {
  readonly printed: readonly string[];
  readonly wanted: readonly string[];
  readonly definitions: number;
  readonly note: string;
  readonly withinBudget: boolean;
}

/** Compiles testdata. */
export async function printedBy(compiler: Compiler): Promise<Printed> {
  const { errors, instantiations } = await compile(compiler, testdata);
  const wanted = sorted(expectedErrors(compiler, testdata));
  const definitions = rejectedDefinitions(errors);
  const note = `${definitions} wrong definitions compiled on TypeScript ${compiler}, with ${errors.length} errors`;
  return { printed: sorted(errors), wanted, definitions, note, withinBudget: instantiations < budget };
}

/** How many definitions have one or more errors: a definition is a statement that begins with `export const` or `void`. */
function rejectedDefinitions(errors: readonly CompileError[]): number {
  const files = Map.groupBy(errors, ({ file }) => file);
  return [...files].reduce((total, [file, found]) => {
    const lines = readFileSync(join(testdata, file), "utf8").split("\n");
    const begins = lines.flatMap((line, index) => (/^(?:export const|void) /.test(line) ? [index + 1] : []));
    return total + new Set(found.map(({ line }) => begins.findLast((begin) => begin <= line))).size;
  }, 0);
}
