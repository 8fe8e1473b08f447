// Checks a whole CustomResourceDefinition by the API server's rules. CEL expressions are not compiled.
import { diagnose, type Diagnostic, type JsonPath, type Position } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { checkDefinition, checkDefinitionUpdate } from "./check-definition.ts";
import type { DefaultsCheck } from "../nodes/check-defaults.ts";
import { checkSchema } from "../nodes/check-schema.ts";
import { CrdReport, type CrdFinding } from "./crd-report.ts";
import { crdRules } from "./crd-rules.ts";
import { definitionShape } from "./crd-shape.ts";
import type { FieldError } from "../fields/field-error.ts";
import { rootPath } from "../fields/field-path.ts";
import { PatternBudget } from "../values/pattern-budget.ts";
import { checkSelectableFields, checkSharedSelectableFields } from "./selectable-fields.ts";

/** Options of `checkCrd`. */
export interface CheckCrdOptions {
  /** The position of a field in its source file, for example `positionOf` of a parsed document. Default: diagnostics have no line. */
  readonly positionOf?: (path: JsonPath) => Position | undefined;
  /** Limits how long matching defaults with their patterns takes; give one to the checks of several definitions to limit them together. Default: a new one. */
  readonly patterns?: PatternBudget;
}

/**
 * Checks a CustomResourceDefinition without a server. Returns an error for everything that an API server would reject, and a warning for what
 * it would silently ignore (unknown keywords and formats) and for defaults that it would take too long to match with their pattern; an empty list when the definition is right. Codes are `crd/*`, messages are the
 * API server's own sentences. It never throws, and accepts any value. CEL rules are checked for their form, and not compiled.
 *
 * @example
 * for (const { value, positionOf } of parseYaml(source, { file }).documents)
 *   for (const diagnostic of checkCrd(value, { positionOf })) console.error(formatDiagnostic(diagnostic));
 */
export function checkCrd(crd: unknown, options: CheckCrdOptions = {}): Diagnostic[] {
  const report = new CrdReport();
  if (hasShape(crd, report)) checkContents(crd, { report, patterns: options.patterns ?? new PatternBudget() });
  return report.findings.map((finding) => toDiagnostic(finding, options));
}

/** Returns the errors of `checkCrd` as an API server lists them in a Status. With `old`, it also checks what an update may not change. */
export function crdFieldErrors(crd: unknown, old?: CustomResourceDefinition): FieldError[] {
  const report = new CrdReport();
  if (hasShape(crd, report)) {
    checkContents(crd, { report, patterns: new PatternBudget() });
    if (old !== undefined && report.errors === 0) checkDefinitionUpdate(crd, old, report);
  }
  return report.findings.flatMap((finding) => ("error" in finding ? [finding.error] : []));
}

/** Reports fields of the wrong JSON type; a definition without any can be read. */
function hasShape(crd: unknown, report: CrdReport): crd is CustomResourceDefinition {
  for (const error of definitionShape.validate(crd)) report.error("crd/shape", error);
  return report.errors === 0;
}

function checkContents(definition: CustomResourceDefinition, { report, patterns }: DefaultsCheck): void {
  checkDefinition(definition, report);
  for (const [i, version] of definition.spec.versions.entries()) {
    const path = rootPath.child("spec").child("versions").index(i);
    const schema = version.schema?.openAPIV3Schema;
    if (schema !== undefined)
      checkSchema(schema, path.child("schema").child("openAPIV3Schema"), {
        report,
        patterns,
        statusEnabled: version.subresources?.status !== undefined,
      });
    checkSelectableFields(version, path.child("selectableFields"), report);
  }
  checkSharedSelectableFields(definition, report);
}

function toDiagnostic(finding: CrdFinding, { positionOf }: CheckCrdOptions): Diagnostic {
  if ("error" in finding) {
    const { field, message, path } = finding.error;
    return diagnose(crdRules, finding.code, { values: { what: message }, path: field, position: positionOf?.(path) });
  }
  const { advice, path } = finding;
  return diagnose(crdRules, finding.code, {
    values: advice,
    path: path.toString(),
    position: positionOf?.(path.toJsonPath()),
  });
}
