// Limits how long compiling patterns, matching values with them and checking values otherwise takes. RE2 takes time in proportion to the pattern's instructions times the characters of the
// value: a pattern of 40 characters can have 4,000 instructions, and a value any length.
import { endCheck } from "../fields/collect-errors.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { compilePattern, costOf, isKept, readingCost, type Pattern } from "./pattern.ts";

/** Half a second at most: 36 million steps of a pattern in which all instructions are active take one. */
const defaultSteps = 15_000_000;
/** One to two seconds at most: a single pattern can have 840,000 instructions, and a CRD may have thousands of patterns. */
const mostInstructions = 1_000_000;
/** Half a second at most. */
const mostChecks = 3_000_000;

/**
 * How much compiling patterns, matching values with them and checking values otherwise may cost, in all validations that it is given to together. A value that
 * would take too long to match counts as matching; its place is in `unmatched`. Equal values cost once. The checks of values have a limit of their own, of about half
 * a second: a validation that exceeds it ends there, and the place is in `unmatched`.
 *
 * @example
 * const patterns = new PatternBudget();
 * const errors = schema.validate(object, { patterns });
 * if (patterns.unmatched.length > 0) throw new Error(`${patterns.unmatched[0]} is too long for its pattern`);
 */
export class PatternBudget {
  readonly #unmatched: FieldPath[] = [];
  readonly #known = new Map<string, Map<string, boolean>>();
  #left: number;
  #checksLeft: number = mostChecks;
  #instructionsLeft: number = mostInstructions;

  /** `steps`: the most instructions of patterns times characters of values. Default: 15,000,000, half a second at most. */
  constructor(steps: number = defaultSteps) {
    this.#left = steps;
  }

  /** The places of the values that were not matched, or not checked to their end. */
  get unmatched(): readonly FieldPath[] {
    return this.#unmatched;
  }

  /** Takes the cost of a check of this place; ends the validation when nothing is left. */
  spend(checks: number, path: FieldPath): void {
    this.#checksLeft -= checks;
    if (this.#checksLeft >= 0) return;
    this.#unmatched.push(path);
    endCheck();
  }

  /** The compiled pattern, or Go's error message; undefined when too many were compiled already. */
  compile(pattern: string): Pattern | string | undefined {
    if (isKept(pattern)) return compilePattern(pattern);
    if (readingCost(pattern) > this.#instructionsLeft) this.#instructionsLeft = 0;
    if (this.#instructionsLeft <= 0) return undefined;
    const made = compilePattern(pattern);
    this.#instructionsLeft -= costOf(pattern, made);
    return made;
  }

  /** Whether the pattern matches the value of this place; true for a value that is not matched, and for a pattern that does not compile. */
  matches(pattern: string, value: string, path: FieldPath): boolean {
    const results = this.#known.get(pattern) ?? new Map<string, boolean>();
    this.#known.set(pattern, results);
    const known = results.get(value);
    if (known !== undefined) return known;
    const compiled = this.compile(pattern);
    // The check of the schema reports it.
    if (typeof compiled === "string") return true;
    const steps = (compiled?.instructions ?? Number.POSITIVE_INFINITY) * (value.length + 1);
    if (compiled === undefined || steps > this.#left) {
      this.#unmatched.push(path);
      return true;
    }
    this.#left -= steps;
    const matches = compiled.test(value);
    results.set(value, matches);
    return matches;
  }
}
