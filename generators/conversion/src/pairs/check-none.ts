// Checks pairs with strategy None, where the API server changes the apiVersion and drops fields that the other version does not have: no rule
// may do more.
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { isSame, type PairRule, type VersionPair } from "./version-pair.ts";

/** The rules of a pair with strategy None that do more than drop a field. */
export function checkNone({ strategy, rules, groups }: VersionPair): Diagnostic[] {
  if (strategy !== "None") return [];
  const changing = [
    ...rules.filter((rule) => !isDropped(rule) && !isSame(rule)),
    ...groups.map(({ name, position }) => ({ path: `together.${name}`, position })),
  ];
  return changing.map(({ path, position }) =>
    conversionProblem("conversion/none-converts", { values: { path }, position }),
  );
}

function isDropped({ lost, keep, default: value }: PairRule): boolean {
  return lost && keep === undefined && value === undefined;
}

/** Pairs whose kind has another pair with another strategy: a CRD has one. */
export function checkStrategies(pairs: readonly VersionPair[]): Diagnostic[] {
  const kinds = Map.groupBy(pairs, ({ newer }) => `${newer.definition.group}/${newer.definition.kind}`);
  return [...kinds.values()].flatMap((ofKind) => {
    const other = ofKind.find(({ strategy }) => strategy !== ofKind[0]?.strategy);
    if (other === undefined) return [];
    const values = { kind: other.newer.definition.kind };
    return [conversionProblem("conversion/two-strategies", { values, position: other.definition.position })];
  });
}
