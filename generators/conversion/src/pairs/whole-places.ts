// Every place of a version where there is a value, and what the rules say of it as a whole.
import type { TypeModel } from "@capstan/generator-model";
import { below, isUnder } from "../fields/field-path.ts";
import { fieldAt, plainNode, type Plain } from "../fields/typed-field.ts";
import { hasFunctions } from "./together-group.ts";
import { pathIn, targetOf, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** A value of one version. */
export interface ValuePlace {
  readonly side: VersionSide;
  readonly path: string;
}

/** The places of a version below its root. A type that refers to itself is not followed again. */
export function placesIn(model: TypeModel, pair: VersionPair, side: VersionSide): readonly ValuePlace[] {
  const { node } = pair[side];
  const below = (path: string, around: readonly Plain[]): readonly ValuePlace[] => {
    const own = fieldAt(model, node, path)?.node;
    // A union has a new node each time.
    if (own === undefined || around.includes(own) || around.length > deepest) return [];
    return [{ side, path }, ...insideOf(own, path).flatMap((one) => below(one, [...around, own]))];
  };
  return insideOf(plainNode(model, node), "").flatMap((path) => below(path, []));
}

const deepest = 16;

function insideOf(node: Plain, path: string): readonly string[] {
  if (node.kind === "list") return [`${path}[]`];
  if (node.kind === "map") return [`${path}[*]`];
  return node.kind === "object" ? node.properties.map(({ name }) => below(path, name)) : [];
}

/** Whether a rule is for the value, or for one that it is in, and says what becomes of all that is there. */
export function isConvertedAsWhole(pair: VersionPair, { side, path }: ValuePlace): boolean {
  const isWhole = (rule: PairRule): boolean =>
    (rule.lost ? rule.side === side : hasFunctions(rule.as)) && isAround(pathIn(rule, side), path);
  return pair.rules.some(isWhole) || pair.groups.some((group) => group[side].some((one) => isAround(one.path, path)));
}

/** From where to where a rule for a value, or for one that it is in, moves it. */
export function moveOf(pair: VersionPair, place: ValuePlace): { readonly path: string; readonly to: string } {
  const rule = nearestRule(pair, place);
  const inside = rule === undefined ? "" : place.path.slice(pathIn(rule, place.side).length);
  return rule === undefined
    ? { path: place.path, to: place.path }
    : { path: rule.path + inside, to: targetOf(rule) + inside };
}

/** The rule for a value or, if there is none, that for the nearest one around it. */
export function nearestRule(pair: VersionPair, { side, path }: ValuePlace): PairRule | undefined {
  const around = pair.rules.filter((rule) => !rule.lost && isAround(pathIn(rule, side), path));
  return around.toSorted((a, b) => pathIn(b, side).length - pathIn(a, side).length)[0];
}

/** Whether a path is another one, or leads to what that is in. */
export function isAround(around: string, path: string): boolean {
  return around === path || isUnder(path, around);
}
