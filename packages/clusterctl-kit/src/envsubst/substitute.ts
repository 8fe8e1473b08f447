// Replaces variables with values, with the result of clusterctl (drone/envsubst behind its missing-variable check), and escapes
// strings that must reach the cluster unchanged: descriptions in CRDs, scripts, patterns.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { envsubstDiagnostics, type VariableCode } from "./diagnostics.ts";
import { defaultOf, firstOccurrences } from "./list-variables.ts";
import { hasNegativeLength, operationOf, TooLong } from "./operators.ts";
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
  const results = segments.map((segment) => evaluate(segment, values, report));
  return { text: results.join(""), missing, diagnostics };
}

/** Records a problem of an expansion. */
type Report = (code: VariableCode, expansion: Expansion) => void;

function missingVariables(segments: readonly Segment[], values: Values): string[] {
  return [...firstOccurrences(segments).values()]
    .filter((expansion) => valueOf(values, expansion.name) === undefined && defaultOf(expansion) === "")
    .map((expansion) => expansion.name)
    .toSorted();
}

/** Own properties only: `${constructor}` is a missing variable, too. */
function valueOf(values: Values, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function evaluate(segment: Segment, values: Values, report: Report): string {
  if (segment.kind === "text") return segment.text;
  const args = segment.args.map((arg) => evaluate(arg, values, report));
  const value = valueOf(values, segment.name) ?? "";
  if (segment.operator === ":" && hasNegativeLength(value, args)) report("envsubst/negative-length", segment);
  try {
    return operationOf(segment.operator)(value, args);
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    report("envsubst/too-long", segment);
    return "";
  }
}

/**
 * Escapes a string so that clusterctl's substitution returns it unchanged. Only the spaces of `${ NAME }` are lost: clusterctl removes
 * them before it reads escapes.
 */
export function escapeVariables(text: string): string {
  return text.replace(/\$(?=[{$])/g, "$$$$");
}
