// Replaces variables with values, with the result of clusterctl (drone/envsubst behind its missing-variable check), and escapes
// strings that must reach the cluster unchanged: descriptions in CRDs, scripts, patterns.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { Budget, TooLong } from "./budget.ts";
import { envsubstDiagnostics, type VariableCode } from "./diagnostics.ts";
import { firstOccurrences, hasDefault } from "./list-variables.ts";
import { hasNegativeLength, operationOf } from "./operators.ts";
import { parseTemplate } from "./parse-template.ts";
import { positionsIn } from "./positions.ts";
import type { Expansion, Segment } from "./template.ts";

/** Values by name; a name that is absent is unset, which differs from an empty string. */
export type Values = Readonly<Record<string, string | undefined>>;

/** The result, and why clusterctl would reject it. */
export interface Substituted {
  readonly text: string;
  readonly missing: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Replaces every expansion in a string. A missing variable is an error as in clusterctl; the result then treats it as empty. */
export function substitute(text: string, values: Values, file = "<text>"): Substituted {
  return substituteWithin(new Budget(), text, { values, file });
}

/** The values of a template, and its name in positions. */
interface Template {
  readonly values: Values;
  readonly file: string;
}

/** The same within a budget that several templates can have together. */
export function substituteWithin(budget: Budget, text: string, { values, file }: Template): Substituted {
  const { segments, diagnostics: rejected } = parseTemplate(text, file);
  if (rejected.length > 0) return { text: "", missing: [], diagnostics: rejected };
  const missing = missingVariables(segments, values);
  const diagnostics: Diagnostic[] =
    missing.length === 0
      ? []
      : [
          diagnose(envsubstDiagnostics, "envsubst/missing-variables", {
            values: { names: missing.join(", ") },
            position: { file },
          }),
        ];
  const positionAt = positionsIn(text, file);
  const report: Report = (code, { name, offset }) =>
    diagnostics.push(diagnose(envsubstDiagnostics, code, { values: { name }, position: positionAt(offset) }));
  const work: Work = { values, report, budget };
  const results = segments.map((segment) => evaluate(segment, work));
  return { text: results.join(""), missing, diagnostics };
}

/** What the expansions of one string have in common. */
interface Work {
  readonly values: Values;
  readonly report: Report;
  readonly budget: Budget;
}

/** Records a problem of an expansion. */
type Report = (code: VariableCode, expansion: Expansion) => void;

function missingVariables(segments: readonly Segment[], values: Values): string[] {
  return [...firstOccurrences(segments).values()]
    .filter((expansion) => valueOf(values, expansion.name) === undefined && !hasDefault(expansion))
    .map((expansion) => expansion.name)
    .toSorted();
}

/** Own properties only: `${constructor}` is a missing variable, too. */
function valueOf(values: Values, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The result of one part; empty, with one error in all, beyond the budget. */
function evaluate(segment: Segment, work: Work): string {
  if (segment.kind === "text") return segment.text;
  const args = segment.args.map((arg) => evaluate(arg, work));
  if (work.budget.isSpent) return "";
  try {
    return expand(segment, args, work);
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    work.report("envsubst/too-long", segment);
    return "";
  }
}

/** Counts the value and the result; literal arguments are parts of the template, and those that were made are counted already. */
function expand(expansion: Expansion, args: readonly string[], { values, report, budget }: Work): string {
  const value = valueOf(values, expansion.name) ?? "";
  budget.charge(value.length);
  if (expansion.operator === ":" && hasNegativeLength(value, args)) report("envsubst/negative-length", expansion);
  const result = operationOf(expansion.operator)(value, args, budget);
  budget.charge(result.length);
  return result;
}

/**
 * Escapes a string so that clusterctl's substitution returns it unchanged. Only the spaces of `${ NAME }` are lost: clusterctl removes
 * them before it reads escapes.
 */
export function escapeVariables(text: string): string {
  return text.replace(/\$(?=[{$])/g, "$$$$");
}
