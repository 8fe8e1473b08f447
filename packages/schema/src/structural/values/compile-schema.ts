// Compiles a structural schema into functions that validate, prune and default values. CEL rules are not evaluated.
import type { JSONSchema } from "@capstan/kube/builtin";
import { applyDefaults, pruneNulls } from "./defaults.ts";
import { checkEmbedded, checkLists, hasExtensions } from "./extension-rules.ts";
import type { FieldError, FieldErrorSink } from "../fields/field-error.ts";
import { collectErrors, mostErrors } from "../fields/collect-errors.ts";
import { rootPath, type FieldPath } from "../fields/field-path.ts";
import type { Check, CheckFindings } from "./findings.ts";
import type { PatternBudget } from "./pattern-budget.ts";
import { prune } from "./prune.ts";
import { compileQuickCheck } from "./quick-check.ts";
import { isRatcheted } from "./ratcheting.ts";
import { someNode } from "./schema-nodes.ts";
import { compileValidator } from "./validator.ts";

/** Options of `CompiledSchema.validate`. */
export interface ValidateOptions {
  /** The path of the value, for errors. Default: the root of the document. */
  readonly at?: FieldPath;
  /** The value before an update. Errors of unchanged fields are then ignored, as the API server does (ratcheting). */
  readonly old?: unknown;
  /** Limits how long checking values and matching them with patterns takes. Default: no limit. */
  readonly patterns?: PatternBudget;
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
   * Returns an error for each field that an API server would reject, in the server's own sentences, up to 1,000 of them; empty when the value is valid. Fields that
   * the schema does not have are not errors: an API server prunes them.
   */
  validate(value: unknown, options?: ValidateOptions): FieldError[];
  /** Returns the first of these errors without looking for others; undefined when the value is valid. */
  firstError(value: unknown, options?: Pick<ValidateOptions, "patterns">): FieldError | undefined;
  /**
   * Removes the fields that the schema does not have and returns their paths, sorted: `spec.size`, `spec.items[0].x`. The value must be a
   * whole object; its apiVersion, kind and metadata are kept.
   */
  prune(object: unknown): string[];
  /** Removes nulls that are neither nullable nor have a default, then sets the defaults of missing fields whose parent exists. */
  applyDefaults(value: unknown): void;
  /** Does what `applyDefaults` does, and returns the first error then: of values without errors, defaults and nulls in a third of the time. */
  firstErrorWithDefaults(value: unknown): FieldError | undefined;
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
  const checks: Checks = { schema, validator, extended };
  const hasDefaults = someNode(schema, (node) => node.default !== undefined);
  const isRight = compileQuickCheck(schema);
  const setDefaults = (value: unknown): void => {
    pruneNulls(value, schema);
    // To list the names of an object with a million of them takes a third of a second.
    if (hasDefaults) applyDefaults(value, schema);
  };
  return {
    schema,
    hasRules: someNode(schema, (node) => (node["x-kubernetes-validations"] ?? []).length > 0),
    validate: (value, options) => validate(checks, value, options),
    firstError: (value, { patterns } = {}) => firstErrorOf(checks, value, patterns),
    prune: (object) => prune(object, schema),
    applyDefaults: setDefaults,
    firstErrorWithDefaults: (value) => {
      if (isRight(value)) return undefined;
      setDefaults(value);
      return firstErrorOf(checks, value, undefined);
    },
  };
}

function firstErrorOf(
  { schema, validator, extended }: Checks,
  value: unknown,
  patterns: PatternBudget | undefined,
): FieldError | undefined {
  const check = (errors: FieldErrorSink): void => {
    validator(value, rootPath, { errors, patterns });
    if (extended) checkExtensions({ schema, value, at: rootPath, old: undefined }, { errors, patterns });
  };
  return collectErrors(check, { most: 1 })[0];
}

/** Validates with one of the schemas of a tree. */
export type ValidateWithin = (schema: JSONSchema, value: unknown, options?: ValidateOptions) => FieldError[];

/** Compiles each schema of a tree once, however many of them values are validated with. */
export function compileTree(root: JSONSchema): ValidateWithin {
  const made = new Map<JSONSchema, Check>();
  const extended = hasExtensions(root);
  return (schema, value, options) =>
    validate({ schema, validator: compileValidator(schema, made), extended }, value, options);
}

interface Checks {
  readonly schema: JSONSchema;
  readonly validator: Check;
  /** Whether the schema may have extensions below it. */
  readonly extended: boolean;
}

function validate(
  { schema, validator, extended }: Checks,
  value: unknown,
  { at = rootPath, old, patterns }: ValidateOptions = {},
): FieldError[] {
  const check = (errors: FieldErrorSink): void => validator(value, at, { errors, patterns });
  const kept = collectErrors(check, {
    most: mostErrors,
    isKept: unratcheted({ schema, value, old, at, patterns }),
  });
  if (!extended || kept.length === mostErrors) return kept;
  const more = (errors: FieldErrorSink): void => checkExtensions({ schema, value, at, old }, { errors, patterns });
  return [...kept, ...collectErrors(more, { most: mostErrors - kept.length })];
}

type Whole = Parameters<typeof isRatcheted>[1] & {
  readonly at: FieldPath;
  readonly patterns: PatternBudget | undefined;
};

/** Whether an error is kept, which costs its size: a budget may be given to the checks of thousands of values. */
function unratcheted({ at, patterns, ...whole }: Whole): (error: FieldError) => boolean {
  const depth = at.toJsonPath().length;
  return (error) => {
    patterns?.spend(error.field.length + error.message.length, at);
    return !isRatcheted(error, whole, depth);
  };
}

interface Extended {
  readonly schema: JSONSchema;
  readonly value: unknown;
  readonly at: FieldPath;
  readonly old: unknown;
}

/** Errors of embedded objects are always reported, those of lists only if the old value had none. */
function checkExtensions({ schema, value, at, old }: Extended, found: CheckFindings): void {
  checkEmbedded(schema, value, { path: at, found });
  const { patterns } = found;
  const before = collectErrors((errors) => checkLists(schema, old, { path: at, found: { errors, patterns } }), {
    most: 1,
  });
  if (before.length === 0) checkLists(schema, value, { path: at, found });
}
