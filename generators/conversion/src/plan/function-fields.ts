// The fields that functions of an author convert, of both versions: generated tests try values at the edges of their schemas, and maps in them
// get words of the functions' source as keys.
import type { TypeModel, TypeNode } from "@capstan/generator-model";
import { fieldAt, plainNode } from "../fields/typed-field.ts";
import { hasFunctions } from "../pairs/together-group.ts";
import { oppositeSide, targetOf, type VersionPair, type VersionSide } from "../pairs/version-pair.ts";
import { pathsInTemplate } from "./in-template.ts";

/** The paths of fields in each version of a pair, and words that may be keys in them. */
export interface PlanFunctions {
  readonly hub: readonly string[];
  readonly spoke: readonly string[];
  readonly words: readonly string[];
}

/** So many words become keys. */
const mostWords = 24;

/** The fields of a pair. */
export function functionsOfPair(model: TypeModel, pair: VersionPair): PlanFunctions {
  const { hub, groups } = pair;
  const rules = pair.rules.filter(({ as }) => hasFunctions(as));
  const paths = (side: VersionSide): readonly string[] => [
    ...new Set([
      ...rules.map((rule) => (side === "older" ? rule.path : targetOf(rule))),
      ...groups.flatMap((group) => group[side].map(({ path }) => path)),
    ]),
  ];
  const literals = [...rules, ...groups].flatMap((one) => one.literals);
  const words = [...new Set(literals)].filter((word) => typeof word === "string").slice(0, mostWords);
  const sides = { hub: paths(hub), spoke: paths(oppositeSide(hub)) };
  const haveMaps = (["older", "newer"] as const).some((side) =>
    paths(side).some((path) => hasMap(model, fieldAt(model, pair[side].node, path)?.node)),
  );
  return { ...sides, words: haveMaps ? words : [] };
}

/** The fields of a kind in its template, without those that templates omit. */
export function functionsInTemplate({ hub, spoke, words }: PlanFunctions, omits: readonly string[]): PlanFunctions {
  return { hub: pathsInTemplate(hub, omits), spoke: pathsInTemplate(spoke, omits), words };
}

/** Whether there is a map in a value of a type. */
function hasMap(model: TypeModel, type: TypeNode | undefined): boolean {
  if (type === undefined) return false;
  const node = plainNode(model, type);
  if (node.kind === "list") return hasMap(model, node.element);
  if (node.kind === "object") return node.properties.some((property) => hasMap(model, property.type));
  return node.kind === "map";
}
