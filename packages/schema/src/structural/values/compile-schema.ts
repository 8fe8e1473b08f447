// Compiles a structural schema into functions that validate, prune and default values. CEL rules are not evaluated.
import { deepEqual, getAt } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { applyDefaults, pruneNulls } from "./defaults.ts";
import { checkExtensions, hasExtensions } from "./extension-rules.ts";
import type { FieldError } from "../fields/field-error.ts";
import { rootPath, type FieldPath } from "../fields/field-path.ts";
import { prune } from "./prune.ts";
import { compileValidator } from "./validator.ts";

/** Options of `CompiledSchema.validate`. */
export interface ValidateOptions {
  /** The path of the value, for errors. Default: the root of the document. */
  readonly at?: FieldPath;
  /** The value before an update. Errors of unchanged fields are then ignored, as the API server does (ratcheting). */
  readonly old?: unknown;
}

/**
 * A compiled schema. Values are JSON. An API server calls `prune`, then `applyDefaults`, then `validate`; `prune` and `applyDefaults` change
 * the value in place.
 */
export interface CompiledSchema {
  /** The schema that was compiled. */
  readonly schema: JSONSchema;
  /** Whether the schema has a CEL rule anywhere. `validate` does not evaluate rules. */
  readonly hasRules: boolean;
  /**
   * Returns an error for each field that an API server would reject, in the server's own sentences; empty when the value is valid. Fields that
   * the schema does not have are not errors: an API server prunes them.
   */
  validate(value: unknown, options?: ValidateOptions): FieldError[];
  /**
   * Removes the fields that the schema does not have and returns their paths, sorted: `spec.size`, `spec.items[0].x`. The value must be a
   * whole object; its apiVersion, kind and metadata are kept.
   */
  prune(object: unknown): string[];
  /** Removes nulls that are neither nullable nor have a default, then sets the defaults of missing fields whose parent exists. */
  applyDefaults(value: unknown): void;
}

/**
 * Compiles a structural schema, so that many values can be checked with it. Compile once and keep the result. The schema should have passed `checkCrd`; patterns that Go cannot compile are ignored.
 *
 * @example
 * const schema = compileSchema(crd.spec.versions[0].schema.openAPIV3Schema);
 * schema.prune(object);
 * schema.applyDefaults(object);
 * const errors = schema.validate(object);
 */
export function compileSchema(schema: JSONSchema): CompiledSchema {
  const validator = compileValidator(schema);
  const extended = hasExtensions(schema);
  return {
    schema,
    hasRules: hasRules(schema),
    validate: (value, { at = rootPath, old } = {}) => {
      const errors: FieldError[] = [];
      validator(value, at, errors);
      if (extended) checkExtensions(schema, value, { path: at, errors });
      return old === undefined ? errors : errors.filter((error) => !isRatcheted(error, value, old));
    },
    prune: (object) => prune(object, schema),
    applyDefaults: (value) => {
      pruneNulls(value, schema);
      applyDefaults(value, schema);
    },
  };
}

function hasRules(schema: JSONSchema): boolean {
  if ((schema["x-kubernetes-validations"] ?? []).length > 0) return true;
  const children = [...Object.values(schema.properties ?? {}), schema.items, schema.additionalProperties];
  return children.some((child) => typeof child === "object" && hasRules(child));
}

/** Whether the update did not change the error's field. A list counts as one field; the API server also follows the items of keyed lists. */
function isRatcheted(error: FieldError, value: unknown, old: unknown): boolean {
  const [first] = error.path;
  if (first === undefined || first === "apiVersion" || first === "kind") return false;
  const list = error.path.findIndex((step) => typeof step === "number");
  const field = list < 0 ? error.path : error.path.slice(0, list);
  // A missing field belongs to the object without it.
  const node = error.reason === "FieldValueRequired" && list < 0 ? field.slice(0, -1) : field;
  return node.length > 0 && deepEqual(getAt(value, node), getAt(old, node));
}
