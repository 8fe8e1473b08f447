// Counts what a conversion would take before it begins. Rules of elements are applied to each element, so a list that a user writes decides how long
// a conversion holds the process.
import { errorOf, isJsonObject } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import { conversionBudget, type ConversionContext } from "./conversion-op.ts";
import type { ConversionRules, ElementRule, FieldRule, PropertyPath, Side } from "./conversion-plan.ts";
import { fieldsOf } from "./elements.ts";
import { valueAt, type Fields } from "./fields.ts";
import { prepare } from "./prepared-rules.ts";

/** What one object or element takes beside its rules: about as long as six rules. */
const stepsOfElement = 6;

/** The rules, and the version that the object has. */
interface Counted {
  readonly rules: ConversionRules;
  readonly side: Side;
}

/** How many rules are applied to an object, each counted for each element that it is for. Elements count, too. Of a list that takes too many, not all are counted. */
export function stepsFor(object: Fields, counted: Counted): number {
  return stepsOf(counted.rules) + placesIn(object, counted).reduce((sum, { steps }) => sum + steps, 0);
}

/**
 * Checks an object that is to be converted.
 *
 * @throws CapstanError `conversion/too-many-steps` when the rules are for more elements than one conversion may have.
 */
export function limitSteps(object: Fields, counted: Counted, { budget }: ConversionContext): void {
  const limit = budget?.steps ?? conversionBudget.steps;
  const steps = stepsFor(object, counted);
  if (steps <= limit) return;
  const [longest] = placesIn(object, counted).toSorted((a, b) => b.steps - a.steps);
  const values = { steps, path: longest?.path.join(".") ?? "", limit };
  throw errorOf(contractErrors, "conversion/too-many-steps", { values });
}

/** The rules of one object or element, without those of elements in it. */
function stepsOf({ fields, together, onlyIn, notEmpty, emptied, nulls, elements }: ConversionRules): number {
  return [fields, together, onlyIn, notEmpty, emptied, nulls, elements].reduce(
    (sum, list) => sum + (list?.length ?? 0),
    stepsOfElement,
  );
}

/** A list or map, and what its elements take. */
interface Place {
  readonly path: PropertyPath;
  readonly steps: number;
}

function placesIn(object: Fields, { rules, side }: Counted): readonly Place[] {
  const ofElements = (rules.elements ?? []).map((element) => stepsAt(object, element, side));
  return [...ofElements, ...prepare(rules).forms.flatMap((rule) => stepsOfValue(object, rule, side))];
}

function stepsAt(object: Fields, { path, rules, values }: ElementRule, side: Side): Place {
  const elements = elementsOf(valueAt(object, path));
  const each = stepsOf(rules);
  let steps = elements.length * each;
  // Only elements whose values take something have to be looked at, and none of those that are too many by themselves.
  if (!hasElements(rules)) return { path, steps };
  for (const one of elements) {
    if (steps > conversionBudget.steps) break;
    for (const fields of fieldsOf(one, values)) steps += stepsFor(fields, { rules, side }) - each;
  }
  return { path, steps };
}

function hasElements(rules: ConversionRules): boolean {
  return (rules.elements ?? []).length > 0 || prepare(rules).forms.length > 0;
}

/** A list or map that changes its form as a whole. */
function stepsOfValue(object: Fields, rule: FieldRule, side: Side): readonly Place[] {
  const path = rule[side];
  if (path === undefined) return [];
  return [{ path, steps: elementsOf(valueAt(object, path)).length * stepsOfElement }];
}

function elementsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}
