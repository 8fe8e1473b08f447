// What was emitted of a source: what rejects it, and whether its generated tests pass.
import { formatDiagnostic, type Diagnostic } from "@capstan/kube";
import type { Converter } from "@capstan/contract/codegen/v1";
import { givenAwayProblems } from "../given-away.ts";
import type { Emitted } from "../emitted.ts";
import { loadProofs } from "../proofs/load-proofs.ts";
import { failedProofs, type ProofRuns } from "../proofs/run-proofs.ts";

/** As many objects for a generated test as its author's `npm test` has, unless fewer are wanted of everything. */
const usualRuns = 100;

/** How many objects each generated test of a small source gets. */
export function runsOfSmall({ runs, seed }: ProofRuns): ProofRuns {
  return { runs: Math.min(runs, Math.max(usualRuns, runs / 10)), seed };
}

/** The errors that reject a source. */
export function errorsOf({ diagnostics }: Emitted): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** Errors as the command prints them. */
export function textsOf(errors: readonly Diagnostic[]): string {
  return errors.map((error) => formatDiagnostic(error)).join("\n");
}

/** The messages of the generated tests that fail; undefined when there are none to run. */
export async function failedTests(emitted: Emitted, runs: ProofRuns): Promise<readonly string[] | undefined> {
  const files = emitted.files.filter((name) => name.endsWith(".test.ts"));
  if (files.length === 0) return undefined;
  const converters = await convertersOf(emitted);
  const messages: string[] = [];
  for (const file of files) {
    const suites = await loadProofs(new URL(file, emitted.folder));
    for (const { proof, message } of failedProofs(suites, runs)) messages.push(`${proof}: ${message}`);
    for (const { name, conversion } of suites) {
      const converter = converters.find(({ kind }) => kind === name.split(" ")[0]);
      if (converter !== undefined) messages.push(...givenAwayProblems(converter, conversion, runs));
    }
  }
  return messages;
}

/** The converters of kinds; of requests and responses of hooks, nothing is given away. */
async function convertersOf({ files, folder }: Emitted): Promise<readonly Converter[]> {
  const list = "conversions.ts";
  if (!files.includes(list)) return [];
  const { converters } = (await import(new URL(list, folder).href)) as { readonly converters: readonly Converter[] };
  return converters;
}
