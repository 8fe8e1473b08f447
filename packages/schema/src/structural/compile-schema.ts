// A structural schema made ready to judge many values: validation is compiled into a tree of closures, once. Servers keep
// one per version of a CRD, the CRD check uses one per default. CEL rules are carried by the schema and not evaluated here.
import type { JSONSchema } from "@capstan/kube/builtin";
import { applyDefaults, pruneNulls } from "./defaults.ts";
import { checkExtensions, hasExtensions } from "./extension-rules.ts";
import type { FieldError } from "./field-error.ts";
import { rootPath, type FieldPath } from "./field-path.ts";
import { prune } from "./prune.ts";
import { isRatcheted } from "./ratchet.ts";
import { compileValidator } from "./validator.ts";

/** Settings of a validation. */
export interface ValidateOptions {
  /** Where the value stands; the document itself unless given. */
  readonly at?: FieldPath;
  /** The value it replaces: errors of fields that are the same in both are forgiven, as the API server does on updates. */
  readonly old?: unknown;
}

/** A schema ready for use; values are JSON, and `prune` and `applyDefaults` change them in place. */
export interface CompiledSchema {
  readonly schema: JSONSchema;
  /** Whether a CEL rule stands anywhere in the schema; none is evaluated. */
  readonly hasRules: boolean;
  /** Everything the API server would refuse about the value. */
  validate(value: unknown, options?: ValidateOptions): FieldError[];
  /** Removes fields the schema does not know from an object and returns where they were; its metadata stays untouched. */
  prune(object: unknown): string[];
  /** Drops nulls that are neither nullable nor defaulted, then sets defaults where fields are missing. */
  applyDefaults(value: unknown): void;
}

/** Makes a structural schema ready; it should have passed `checkCrd`. */
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
