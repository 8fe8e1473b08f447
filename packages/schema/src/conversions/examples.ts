// Examples of values that random objects hardly ever have: put into objects at the paths of their fields.
import { isJsonObject } from "@capstan/kube";
import type { Example, Examples, JsonFields } from "./checked-conversion.ts";
import { elementDepth, stepsOf, valuesAt } from "./differences.ts";

/** In how many elements of a list or map an example can be. */
const mostPlaces = 3;

/** How many choices there are for the examples of a rule: half of them put none into an object. */
export function choicesOf(examples: Examples): number {
  return 2 * examples.length * mostPlaces;
}

/** The object with what was chosen for each rule, by a number below `choicesOf` each; the lowest numbers choose nothing. */
export function withExamples(object: object, rules: readonly Examples[], choices: readonly number[]): object {
  return rules.reduce((changed, examples, index) => {
    const chosen = (choices[index] ?? 0) - examples.length * mostPlaces;
    const example = chosen < 0 ? undefined : examples[chosen % examples.length];
    return example === undefined ? changed : withExample(changed, example, Math.floor(chosen / examples.length));
  }, object);
}

/** The object with an example, if it has an object for it: in one element of a list or map, by its number. */
export function withExample(object: object, example: Example, element: number = 0): object {
  const fields = Object.entries(example).map(([path, value]) => ({ steps: stepsOf(path), value }));
  const [first] = fields;
  if (first === undefined) return object;
  const depth = elementDepth(first.steps);
  const around = first.steps.slice(0, depth);
  const places = valuesAt(object, around).length;
  let place = 0;
  const changed = replaced(object, around, (found) => {
    place += 1;
    if (place - 1 !== element % Math.max(places, 1)) return found;
    return fields.reduce((into, { steps, value }) => replaced(into, steps.slice(depth), () => value), found);
  });
  return isJsonObject(changed) ? changed : object;
}

/** A copy in which the values at a path are others. Objects on the way are not made. */
function replaced(root: unknown, [step, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(root);
  if (step === "[]") return Array.isArray(root) ? root.map((item: unknown) => replaced(item, rest, change)) : root;
  if (!isJsonObject(root)) return root;
  const names = step === "[*]" ? Object.keys(root) : [step];
  const copy: JsonFields = { ...root };
  for (const name of names) {
    const value = replaced(Object.hasOwn(root, name) ? root[name] : undefined, rest, change);
    if (value !== undefined)
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
