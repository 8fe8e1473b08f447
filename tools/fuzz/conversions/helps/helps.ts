// The help of each error and warning of the generator: every way that it names leads to a declaration without it that compiles and whose generated tests pass.
import { fileURLToPath } from "node:url";
import { declarationsIn, forgottenParts, sourceModel } from "@capstan/generator-conversion/testing";
import type { Diagnostic } from "@capstan/kube";
import { emitSource, toolFolder, type Emitted } from "../emitted.ts";
import { failedTests, runsOfSmall, textsOf } from "../pairs/accepted.ts";
import { compileProblems, problemsIn } from "../pairs/compile.ts";
import type { Outcome, Part, Settings } from "../../part.ts";
import type { ProofRuns } from "../proofs/run-proofs.ts";
import type { CodeCase, HelpCode, HelpCase } from "./help-case.ts";
import { helpCases } from "./help-cases.ts";
import { aroundCases } from "./around-cases.ts";
import { defaultCases } from "./default-cases.ts";
import { elementCases } from "./element-cases.ts";
import { emptyCases } from "./empty-cases.ts";
import { fieldCases } from "./field-cases.ts";
import { groupCases } from "./group-cases.ts";
import { keyCases } from "./key-cases.ts";
import { leastCases } from "./least-cases.ts";
import { leftCases } from "./left-cases.ts";
import { leftDefaultCases } from "./left-default-cases.ts";
import { lossCases } from "./loss-cases.ts";
import { noneCases } from "./none-cases.ts";
import { nullCases } from "./null-cases.ts";
import { objectDefaultCases } from "./object-default-cases.ts";
import { presenceCases } from "./presence-cases.ts";
import { referenceCases } from "./reference-cases.ts";
import { wholeCases } from "./whole-cases.ts";
import { writtenCases } from "./written-cases.ts";

/** One way to fix what an error rejects. */
interface Fixed {
  readonly code: HelpCode;
  /** What it says to do. */
  readonly help: string;
  /** The words of the help. */
  readonly way: string;
  readonly source: string;
  readonly emitted: Emitted;
}

/** The helps. */
export const helps: Part = {
  name: "helps",
  async run(settings: Settings) {
    // Every code has an entry; Object.entries forgets the type of the keys.
    const ofCodes = Object.entries(helpCases) as [HelpCode, HelpCase][];
    const ofLosses = lossCases.map((one): CodeCase => ({ code: "conversion/wrong-form", ...one }));
    const usual = ofCodes.map(([code, one]): CodeCase => ({ code, ...one }));
    const cases = [
      ...usual,
      ...ofLosses,
      ...noneCases,
      ...fieldCases,
      ...elementCases,
      ...keyCases,
      ...presenceCases,
      ...nullCases,
      ...emptyCases,
      ...defaultCases,
      ...objectDefaultCases,
      ...leftCases,
      ...leftDefaultCases,
      ...aroundCases,
      ...leastCases,
      ...wholeCases,
      ...groupCases,
      ...referenceCases,
      ...writtenCases,
    ];
    const chosen = cases.filter(({ code }) => code.includes(settings.only));
    const rejected = chosen.map((one) => ({ ...one, emitted: emitSource(one.rejected) }));
    const fixed = rejected.flatMap(({ code, ways, emitted: { diagnostics } }) => {
      const help = diagnostics.map((error) => error.help ?? "").join("\n");
      return Object.entries(ways).map(([way, source]): Fixed => ({
        code,
        help,
        way,
        source,
        emitted: emitSource(source),
      }));
    });
    const problems = await compileProblems(fixed.map(({ emitted }) => fileURLToPath(emitted.folder)));
    const outcomes: Outcome[] = rejected.map((one) => rejection(one));
    for (const one of fixed) {
      const failures = [...(await failuresOf(one, runsOfSmall(settings))), ...problemsIn(one.emitted.folder, problems)];
      outcomes.push({ group: one.code, cases: 1, failures, note: one.way });
    }
    return outcomes;
  },
};

interface Rejected extends CodeCase {
  readonly emitted: Emitted;
}

/** An error or a warning is shown by a source that has no other error, and its help keeps what the author's rules have. */
function rejection({ code, rejected, emitted }: Rejected): Outcome {
  const found = problemsOf(emitted, code);
  const isRight = found.length > 0 && found.every((problem) => problem.code === code);
  const wrong = isRight ? [] : [`it should be reported with ${code} alone: ${textsOf(found) || "it is accepted"}`];
  const failures = [...wrong, ...forgotten(rejected, found)];
  return { group: code, cases: 1, failures, note: "reported" };
}

/** The errors, and what is reported with a code, which may be a warning. */
function problemsOf({ diagnostics }: Emitted, code: HelpCode): readonly Diagnostic[] {
  return diagnostics.filter((one) => one.severity === "error" || one.code === code);
}

function forgotten(text: string, diagnostics: readonly Diagnostic[]): readonly string[] {
  const source = { root: toolFolder, text };
  const model = sourceModel(source);
  return diagnostics.flatMap((diagnostic) =>
    declarationsIn(diagnostic.help ?? "").flatMap((declaration) =>
      forgottenParts(source, { diagnostic, declaration }, { model, diagnostics }).map(
        ({ part, written }) => `the help forgets ${part} ${JSON.stringify(written)}: ${declaration}`,
      ),
    ),
  );
}

async function failuresOf({ code, help, way, source, emitted }: Fixed, runs: ProofRuns): Promise<readonly string[]> {
  if (!help.includes(way)) return [`the help does not have the words "${way}"`];
  const found = problemsOf(emitted, code);
  if (found.length > 0) return [`"${way}" does not help: ${textsOf(found)}`];
  // With strategy None there is nothing to generate.
  if (source.includes('strategy: "None"')) return [];
  return (await failedTests(emitted, runs)) ?? ["there are no generated tests"];
}
