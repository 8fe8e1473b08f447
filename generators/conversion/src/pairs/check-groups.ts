// Checks the groups of fields that functions convert together. Types and the generated tests check the functions.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { isOfElements, isUnder, splitAtElements } from "../fields/field-path.ts";
import { fieldAt, suggest } from "../fields/typed-field.ts";
import { functionsFor } from "../suggest/fitting-rule.ts";
import { oneRule } from "../suggest/object-advice.ts";
import { elementsPathOf, type TogetherGroup } from "./together-group.ts";
import {
  isDefaultOfElements,
  isSame,
  targetOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "./version-pair.ts";

const sides: readonly VersionSide[] = ["older", "newer"];

/** What is wrong with the groups of a pair. */
export function checkGroups(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return pair.groups.flatMap((group) => [...checkPaths(model, pair, group), ...checkOnce(pair, group)]);
}

function checkPaths(model: TypeModel, pair: VersionPair, group: TogetherGroup): Diagnostic[] {
  const { position } = group;
  return sides.flatMap((side) =>
    group[side].flatMap(({ path }) => {
      const { node } = pair[side];
      if (fieldAt(model, node, path) === undefined) {
        const values = { side, path, suggestion: suggest(model, node, path) };
        return [conversionProblem("conversion/no-such-field", { values, position })];
      }
      if (isOfElements(path)) {
        const values = { path, advice: adviceForElements(model, pair, path) };
        return [conversionProblem("conversion/element-rule", { values, position })];
      }
      if (splitAtElements(path).elements === elementsPathOf(group)) return [];
      const values = { path: group.older[0]?.path ?? "", to: path, whole: "" };
      return [conversionProblem("conversion/across-elements", { values, position })];
    }),
  );
}

/** What to do about a group that names elements: a function of it could return none. */
function adviceForElements(model: TypeModel, pair: VersionPair, path: string): string {
  const { declaration } = functionsFor(model, pair, { path, to: path });
  return declaration === undefined
    ? "name fields of the elements, or the whole list or map"
    : `write \`${declaration}\` in place of it, or name the whole list or map`;
}

/** Whether a rule changes nothing: fields below its own may be in others. */
function isOfBounds(rule: PairRule): boolean {
  return (rule.boundsDiffer ?? rule.unmatched) === true && isSame(rule);
}

/** A field is in one rule of its side. */
function checkOnce(pair: VersionPair, group: TogetherGroup): Diagnostic[] {
  const { position } = group;
  return sides.flatMap((side) => {
    const others = [
      ...pair.rules
        .filter((rule) => !isOfBounds(rule) && !isDefaultOfElements(pair, rule))
        .flatMap((rule) => (rule.side === side ? [rule.path] : rule.lost ? [] : [targetOf(rule)])),
      ...pair.groups.flatMap((one) => (one === group ? [] : one[side].map(({ path }) => path))),
    ];
    return group[side]
      .filter(({ path }) => others.some((other) => other === path || isUnder(path, other) || isUnder(other, path)))
      .map(({ path }) =>
        conversionProblem("conversion/converted-twice", { values: { path, advice: oneRule }, position }),
      );
  });
}
