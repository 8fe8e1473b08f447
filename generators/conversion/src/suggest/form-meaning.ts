// Which forms say what a value means in the other version: an advice puts no other form in their place.
import { tableOf } from "../plan/enum-form.ts";
import { formOf } from "../plan/value-form.ts";

/** Forms that leave a value what it is, and write it in another way. */
const plainForms: readonly string[] = [
  "seconds",
  "width",
  "unchanged",
  "digits",
  "dropEmpty",
  "boolPresence",
  "presence",
  "listOfOne",
  "mapToList",
  "listToMap",
  "conditions",
];

/** Whether a form says what a value means in the other version, such as the opposite or another word. No other form stands in for it. */
export function hasMeaning(as: unknown): boolean {
  const used = formOf(as);
  if (used === undefined || plainForms.includes(used.name)) return false;
  const words = Object.entries({ ...tableOf(used.argument), ...tableOf(used.added) });
  return used.name !== "enum" || words.some(([value, other]) => value !== String(other));
}
