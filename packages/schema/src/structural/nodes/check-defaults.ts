// Checks each default against its own schema. node-structure.ts checks where defaults are allowed.
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileTree, type ValidateWithin } from "../values/compile-schema.ts";
import type { CrdReport } from "../definition/crd-report.ts";
import { invalid } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { PatternBudget } from "../values/pattern-budget.ts";
import { isPruned } from "../values/prune.ts";

/** Where findings go, and how long matching may take. */
export interface DefaultsCheck {
  readonly report: CrdReport;
  readonly patterns: PatternBudget;
}

/**
 * Reports defaults that the API server would reject, also those of map values, which it would reject only at run time; and those that were not
 * checked, because matching them with their patterns would take too long.
 */
export function checkDefaults(schema: JSONSchema, path: FieldPath, check: DefaultsCheck): void {
  checkNode(schema, path, { ...check, validate: compileTree(schema) });
}

interface TreeCheck extends DefaultsCheck {
  readonly validate: ValidateWithin;
}

function checkNode(schema: JSONSchema, path: FieldPath, check: TreeCheck): void {
  if (schema.default !== undefined) checkDefault(schema, path.child("default"), check);
  if (schema.items !== undefined) checkNode(schema.items, path.child("items"), check);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    checkNode(property, path.child("properties").key(name), check);
  if (typeof schema.additionalProperties === "object")
    checkNode(schema.additionalProperties, path.child("additionalProperties"), check);
}

function checkDefault(schema: JSONSchema, path: FieldPath, { report, patterns, validate }: TreeCheck): void {
  if (!isPruned(schema.default, schema))
    report.error("crd/default-invalid", invalid(path, schema.default, "must not have unknown fields"));
  const before = patterns.unmatched.length;
  const errors = validate(schema, schema.default, { at: path, patterns });
  // What was not matched counts as matching, which is an error inside `not`.
  if (patterns.unmatched.length > before) report.advice("crd/default-unchecked", path);
  else for (const error of errors) report.error("crd/default-invalid", error);
}
