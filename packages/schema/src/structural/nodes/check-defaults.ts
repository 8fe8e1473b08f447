// Checks each default against its own schema. node-structure.ts checks where defaults are allowed.
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema } from "../values/compile-schema.ts";
import type { CrdReport } from "../definition/crd-report.ts";
import { invalid } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { isPruned } from "../values/prune.ts";

/** Reports defaults that the API server would reject, also those of map values, which it would reject only at run time. */
export function checkDefaults(schema: JSONSchema, path: FieldPath, report: CrdReport): void {
  if (schema.default !== undefined) checkDefault(schema, path.child("default"), report);
  if (schema.items !== undefined) checkDefaults(schema.items, path.child("items"), report);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    checkDefaults(property, path.child("properties").key(name), report);
  if (typeof schema.additionalProperties === "object")
    checkDefaults(schema.additionalProperties, path.child("additionalProperties"), report);
}

function checkDefault(schema: JSONSchema, path: FieldPath, report: CrdReport): void {
  if (!isPruned(schema.default, schema))
    report.error("crd/default-invalid", invalid(path, schema.default, "must not have unknown fields"));
  for (const error of compileSchema(schema).validate(schema.default, { at: path }))
    report.error("crd/default-invalid", error);
}
