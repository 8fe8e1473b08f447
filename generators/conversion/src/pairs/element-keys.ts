// By which fields the elements of a list are told apart.
import type { TypeModel } from "@capstan/generator-model";
import { aroundElements } from "../fields/field-path.ts";
import { fieldAt, listKeys } from "../fields/typed-field.ts";
import type { VersionPair } from "./version-pair.ts";

/** The keys of the elements at a path such as `spec.disks[]`. A rule that converts elements as a whole may change the keys, too: then there are none. */
export function elementKeys(model: TypeModel, pair: VersionPair, path: string): readonly string[] | undefined {
  const property = fieldAt(model, pair.newer.node, aroundElements(path))?.property;
  return property === undefined || convertsElements(pair, path) ? undefined : listKeys(model, property);
}

/** Whether a rule converts the elements at a path as a whole. */
function convertsElements({ rules }: VersionPair, path: string): boolean {
  return rules.some((rule) => rule.path === path && rule.as !== undefined && rule.as !== "unchanged");
}

/** The outermost list around a field whose elements have no keys. */
export function listWithoutKeys(model: TypeModel, pair: VersionPair, path: string): string | undefined {
  const lists = [...path.matchAll(/\[\]/g)].map(({ index }) => path.slice(0, index));
  return lists.find((list) => elementKeys(model, pair, `${list}[]`) === undefined);
}

/** Why elements cannot be found again, and what else there is to do about it than to declare it. */
export function whyUnmatched(
  model: TypeModel,
  pair: VersionPair,
  list: string,
): Readonly<Record<"why" | "way", string>> {
  const property = fieldAt(model, pair.newer.node, list)?.property;
  const hasKeys = property !== undefined && listKeys(model, property) !== undefined;
  const areObjects = fieldAt(model, pair.newer.node, `${list}[]`)?.node.kind === "object";
  return {
    why: hasKeys ? "are converted as a whole, their keys too" : "have no keys",
    way: !areObjects
      ? ""
      : convertsElements(pair, `${list}[]`)
        ? "write rules for the fields of the elements, or "
        : "declare keys of the list (@listType map, @listMapKey), or ",
  };
}
