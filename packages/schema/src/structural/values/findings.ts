// What checks of one value find, and what they may cost.
import type { FieldErrorSink } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { PatternBudget } from "./pattern-budget.ts";

/** What the checks of one value found so far. */
export interface CheckFindings {
  readonly errors: FieldErrorSink;
  /** Limits the checks and the matching of patterns; undefined when values are checked however long it takes. */
  readonly patterns: PatternBudget | undefined;
}

/** Checks one value, and appends its errors. */
export type Check = (value: unknown, path: FieldPath, found: CheckFindings) => void;
