// Judges each default by the schema beside it. check-schema.ts runs it on schemas that are otherwise right; where a default
// may not stand at all is node-structure.ts's business.
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema } from "./compile-schema.ts";
import type { CrdReport } from "./crd-report.ts";
import { invalid } from "./field-error.ts";
import type { FieldPath } from "./field-path.ts";
import { isPruned } from "./prune.ts";

/** Reports defaults that the API server would refuse, and those in map values, which it would only meet at run time. */
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
