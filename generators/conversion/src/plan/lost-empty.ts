// The empty values that `dropEmpty` does not bring back to the newer version, which is not the hub: those that the newer field accepts.
import type { TypeModel } from "@capstan/generator-model";
import { accepts } from "../fields/accepted-values.ts";
import { readsAlike } from "../fields/alike-pattern.ts";
import { tagsOf, tagValues, type TypedField } from "../fields/typed-field.ts";

/** Empty strings and zeros. */
export const emptyValues = 'oneOf("", 0)';

/** Whether what a form loses is what it makes no value of: it may not come back as another one. */
export function droppedBy(form: string | undefined, affects: string): { readonly dropped?: true } {
  const isEmpty = affects === emptyValues || affects === "oneOf(false)";
  return isEmpty && ["dropEmpty", "boolPresence", "presence"].includes(form ?? "") ? { dropped: true } : {};
}

/** The loss of a newer field; none where its bounds reject every empty value, as those of a field that became optional with `@minLength 1`. */
export function lostEmpty({
  model,
  newer: { property },
}: {
  readonly model: TypeModel;
  readonly newer: TypedField;
}): string | undefined {
  const field = { type: property.type, tags: tagsOf(model, property) };
  return ["", 0].some((empty) => accepts(model, field, empty)) ? emptyValues : undefined;
}

/** Whether a field has a format, or a pattern of which nothing is known: most of them reject an empty string, so that no object shows its loss. */
export function mayRejectEmpty(model: TypeModel, { property }: TypedField): boolean {
  const tags = tagsOf(model, property);
  const isUnknown = (pattern: unknown): boolean => typeof pattern === "string" && !readsAlike(pattern);
  return tagValues(tags, "format").length > 0 || tagValues(tags, "pattern").some(isUnknown);
}
