// The rules of selectableFields: paths to single scalars in the version's schema.
import { deepEqual } from "@capstan/kube";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion, JSONSchema } from "@capstan/kube/builtin";
import type { CrdReport } from "./crd-report.ts";
import { duplicate, invalid, tooMany } from "../fields/field-error.ts";
import { rootPath, type FieldPath } from "../fields/field-path.ts";

const maxFields = 8;

/** Reports selectable fields that the API server cannot index. */
export function checkSelectableFields(
  version: CustomResourceDefinitionVersion,
  path: FieldPath,
  report: CrdReport,
): void {
  const fields = version.selectableFields ?? [];
  const say = report.error.bind(report, "crd/selectable-field");
  const seen = new Set<string>();
  for (const [i, { jsonPath }] of fields.entries()) {
    const at = path.index(i).child("jsonPath");
    const found = jsonPath.startsWith(".")
      ? schemaAt(version.schema?.openAPIV3Schema, jsonPath.slice(1).split("."))
      : undefined;
    if (found === undefined) say(invalid(at, jsonPath, "is an invalid path: it names no field of the schema"));
    else if (jsonPath.startsWith(".metadata.")) say(invalid(at, jsonPath, "must not point to fields in metadata"));
    else if (!["string", "boolean", "integer"].includes(found.type ?? ""))
      say(
        invalid(
          at,
          jsonPath,
          "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.",
        ),
      );
    if (seen.has(jsonPath)) say(duplicate(at, jsonPath));
    seen.add(jsonPath);
  }
  if (fields.length > maxFields) say(tooMany(path, fields.length, maxFields));
}

/**
 * Reports selectable fields that differ between versions of one schema. The API server then keeps the schema once for all
 * versions and no longer finds it where it looks for the fields.
 */
export function checkSharedSelectableFields(crd: CustomResourceDefinition, report: CrdReport): void {
  const { versions } = crd.spec;
  const same = (of: (version: CustomResourceDefinitionVersion) => unknown): boolean =>
    versions.every((version) => deepEqual(of(version), of(versions[0] ?? version)));
  if (!same(({ schema }) => schema) || same(({ selectableFields = [] }) => selectableFields)) return;
  for (const [i, { selectableFields = [] }] of versions.entries()) {
    if (selectableFields.length === 0) continue;
    const path = rootPath.child("spec").child("versions").index(i).child("selectableFields");
    report.error(
      "crd/selectable-field",
      invalid(path, "", "must be the same in all versions when these have the same schema"),
    );
  }
}

function schemaAt(schema: JSONSchema | undefined, steps: readonly string[]): JSONSchema | undefined {
  return steps.reduce<JSONSchema | undefined>(
    (node, step) =>
      node?.properties !== undefined && Object.hasOwn(node.properties, step) ? node.properties[step] : undefined,
    schema,
  );
}
