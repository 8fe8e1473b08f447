// Judges a whole CustomResourceDefinition as the API server will. The CRD generator ends with it, servers of ours call
// `crdFieldErrors` before they accept a definition. Nothing is changed or fetched; CEL expressions are not compiled.
import { diagnose, type Diagnostic, type JsonPath, type Position } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { checkDefinition, checkDefinitionUpdate } from "./check-definition.ts";
import { checkSchema } from "./check-schema.ts";
import { CrdReport, type CrdFinding } from "./crd-report.ts";
import { crdRules } from "./crd-rules.ts";
import { definitionShape } from "./crd-shape.ts";
import type { FieldError } from "./field-error.ts";
import { rootPath } from "./field-path.ts";
import { checkSelectableFields, checkSharedSelectableFields } from "./selectable-fields.ts";

/** What helps to report. */
export interface CheckCrdOptions {
  /** Finds a field in the text the definition was read from. */
  readonly positionOf?: (path: JsonPath) => Position | undefined;
}

/** Everything the API server would refuse about a definition, and what is surely not meant; empty when it is right. */
export function checkCrd(crd: unknown, options: CheckCrdOptions = {}): Diagnostic[] {
  return reportOn(crd).findings.map((finding) => toDiagnostic(finding, options));
}

/** The same errors as a server's answer would list them; with `old`, also what the update may not change. */
export function crdFieldErrors(crd: unknown, old?: CustomResourceDefinition): FieldError[] {
  const report = reportOn(crd);
  if (old !== undefined && report.errors === 0) checkDefinitionUpdate(crd as CustomResourceDefinition, old, report);
  return report.findings.flatMap((finding) => ("error" in finding ? [finding.error] : []));
}

function reportOn(crd: unknown): CrdReport {
  const report = new CrdReport();
  for (const error of definitionShape.validate(crd)) report.error("crd/shape", error);
  if (report.errors > 0) return report;
  const definition = crd as CustomResourceDefinition;
  checkDefinition(definition, report);
  for (const [i, version] of definition.spec.versions.entries()) {
    const path = rootPath.child("spec").child("versions").index(i);
    const schema = version.schema?.openAPIV3Schema;
    if (schema !== undefined)
      checkSchema(schema, path.child("schema").child("openAPIV3Schema"), {
        report,
        statusEnabled: version.subresources?.status !== undefined,
      });
    checkSelectableFields(version, path.child("selectableFields"), report);
  }
  checkSharedSelectableFields(definition, report);
  return report;
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
