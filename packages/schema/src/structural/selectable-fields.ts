// The rules on selectableFields: paths to single scalars of the version's schema. check-crd.ts runs it.
import type { CustomResourceVersion, JSONSchema } from "@capstan/kube/builtin";
import type { CrdReport } from "./crd-report.ts";
import { duplicate, invalid, tooMany } from "./field-error.ts";
import type { FieldPath } from "./field-path.ts";

const most = 8;

/** Reports selectable fields that cannot be indexed. */
export function checkSelectableFields(version: CustomResourceVersion, path: FieldPath, report: CrdReport): void {
  const fields = version.selectableFields ?? [];
  const say = report.error.bind(report, "crd/selectable-field");
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
    if (fields.findIndex((other) => other.jsonPath === jsonPath) !== i) say(duplicate(at, jsonPath));
  }
  if (fields.length > most) say(tooMany(path, fields.length, most));
}

function schemaAt(schema: JSONSchema | undefined, steps: readonly string[]): JSONSchema | undefined {
  return steps.reduce<JSONSchema | undefined>(
    (node, step) =>
      node?.properties !== undefined && Object.hasOwn(node.properties, step) ? node.properties[step] : undefined,
    schema,
  );
}
