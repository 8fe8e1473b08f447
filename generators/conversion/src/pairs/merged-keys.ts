// Keys of lists, and elements of sets, of which several become one: the other version rejects equal ones.
import type { TypeModel } from "@capstan/generator-model";
import { aroundElements, below } from "../fields/field-path.ts";
import { fieldsWithoutOwnRule, loneDefault } from "../fields/schema-defaults.ts";
import { fieldAt, tagsOf, tagValues } from "../fields/typed-field.ts";
import { containerLosses } from "../plan/container-losses.ts";
import { hasNullOfHub } from "../plan/lone-nulls.ts";
import { convertsElements, declaredKeys, type Elements, isLost, lossesOf, placeIn } from "./element-keys.ts";
import { hasFunctions, type TogetherGroup } from "./together-group.ts";
import { oppositeSide, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Whether a version rejects equal elements of a list. */
function isSet(model: TypeModel, pair: VersionPair, { side, path }: Elements): boolean {
  const property = fieldAt(model, pair[side].node, aroundElements(path))?.property;
  return property !== undefined && tagValues(tagsOf(model, property), "listType").includes("set");
}

/** Whether something in the elements at a path is not given back: elements that have nothing else become equal. */
function losesInside(model: TypeModel, pair: VersionPair, { side, path }: Elements): boolean {
  const isInside = (place: string | undefined): boolean => place !== undefined && isInElement(place, path);
  const objects = containerLosses(model, { ...pair, hub: oppositeSide(side) }, side).flatMap(({ at }) => at);
  return (
    objects.some(isInside) ||
    hasLoneDefault(model, pair, isInside) ||
    pair.groups.some((group) => mayLose(pair, side, group) && group[side].some((field) => isInside(field.path))) ||
    pair.rules.some(
      (rule) =>
        isInside(placeIn(rule, side)) &&
        (hasFunctions(rule.as)
          ? mayLose(pair, side, rule)
          : hasNullOfHub(model, { ...pair, hub: side }, rule) || lossesOf(model, pair, { side, rule }).length > 0),
    )
  );
}

/** Whether functions say that values of a version, which is not the hub, do not come back: such a value has become one that another value becomes, too. */
function mayLose({ hub }: VersionPair, side: VersionSide, { loses }: Pick<PairRule | TogetherGroup, "loses">): boolean {
  return side !== hub && loses !== undefined && loses !== false;
}

/** Whether a path leads into the elements at another one. */
function isInElement(path: string, elements: string): boolean {
  return path.startsWith(elements) && path.length > elements.length;
}

/** A key of a list in one version of which several values may become one. The elements of a set are their own keys. */
interface MergedKey {
  /** Undefined for a set. */
  readonly key?: string;
  /** Whether its rule says so; of functions nothing is known but what they lose. */
  readonly isCertain: boolean;
}

/** Such a key of a list that has keys in both versions: the other one rejects elements with the same. */
export function mergedKey(model: TypeModel, pair: VersionPair, list: string): MergedKey | undefined {
  const path = `${list}[]`;
  for (const side of ["older", "newer"] as const) {
    const [here, there] = [
      { side, path },
      { side: oppositeSide(side), path },
    ];
    const saysSo = (place: string): boolean =>
      pair.rules.some((rule) => placeIn(rule, side) === place && (!hasFunctions(rule.as) || mayLose(pair, side, rule)));
    if (isSet(model, pair, there)) {
      if (isLost(model, pair, here)) return { isCertain: saysSo(path) };
      if (losesInside(model, pair, here)) return { isCertain: true };
    }
    const [keys, others] = [here, there].map((one) => declaredKeys(model, pair, one));
    const names = others === undefined ? [] : (keys ?? []).map((key) => below(path, key));
    const lost = names.find((key) => isLost(model, pair, { side, path: key }));
    if (lost !== undefined) return { key: lost, isCertain: saysSo(lost) };
    if (names.length > 0 && convertsElements(pair, path)) return { key: names[0] ?? path, isCertain: false };
  }
  return undefined;
}

/** Whether only one version has a default for a field: with that value, or without one, the elements are equal in the other version. */
function hasLoneDefault(model: TypeModel, pair: VersionPair, isInside: (path: string) => boolean): boolean {
  return Array.from(fieldsWithoutOwnRule(model, pair)).some(
    ([path, fields]) =>
      isInside(path) && (["older", "newer"] as const).some((side) => loneDefault(model, side, fields) !== undefined),
  );
}
