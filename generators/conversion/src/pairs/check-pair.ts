// Checks the rules of a version pair: every field that differs has one rule, and every rule fits the two types. The compiler reports most
// of it earlier.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { differingFields, openFields } from "./differing-fields.ts";
import { conversionProblem, type ConversionCode } from "../diagnostics.ts";
import { isUnder } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { checkBounds } from "./check-bounds.ts";
import { checkDefaultsOfPair } from "./check-defaults.ts";
import { checkNone } from "./check-none.ts";
import { checkGroups } from "./check-groups.ts";
import { checkReusedPaths } from "./check-reused-paths.ts";
import { faultsOfRule } from "./check-rule.ts";
import { helpValues } from "../suggest/help-values.ts";
import { isSame, targetOf, type PairRule, type VersionSide, type VersionPair } from "./version-pair.ts";

/** What is wrong with a pair's rules. */
export function checkPair(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return [
    ...pair.rules.flatMap((rule) => checkRule(model, pair, rule)),
    ...checkCoverage(model, pair),
    ...checkTargets(pair),
    ...checkReusedPaths(model, pair),
    ...checkBounds(model, pair),
    ...checkDefaultsOfPair(model, pair),
    ...checkGroups(model, pair),
    ...checkNone(pair),
  ];
}

function checkRule(model: TypeModel, pair: VersionPair, rule: PairRule): Diagnostic[] {
  return faultsOfRule(model, pair, rule).map((fault) => {
    const values = { ...fault.values, ...helpValues(model, pair, { rule, fault }) };
    return conversionProblem(fault.code, { values, position: rule.position });
  });
}

/** Fields that differ and that no rule names. */
function checkCoverage(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const { older, newer, rules } = pair;
  // An unknown rule is reported as such; its field still counts as named.
  const ofBounds = rules.filter((rule) => isSame(rule) && !isScalarField(model, pair, rule)).map(({ path }) => path);
  const named = (side: VersionSide): string[] => [
    ...Object.keys(pair.definition.options[side] ?? {}).filter((path) => side === "newer" || !ofBounds.includes(path)),
    ...pair.groups.flatMap((group) => group[side].map(({ path }) => path)),
  ];
  const targets = rules.filter((rule) => rule.side === "older" && !ofBounds.includes(rule.path)).map(targetOf);
  const open = {
    older: openFields(model, older.node, {
      differing: differingFields(model, [older.node, newer.node]),
      given: named("older"),
    }),
    newer: openFields(model, newer.node, {
      differing: differingFields(model, [newer.node, older.node]),
      given: [...named("newer"), ...targets],
    }),
  };
  const { position } = pair.definition;
  return (["older", "newer"] as const).flatMap((side) =>
    open[side].map((path) => conversionProblem("conversion/not-covered", { values: { path, side }, position })),
  );
}

function isScalarField(model: TypeModel, pair: VersionPair, { path }: PairRule): boolean {
  const kind = fieldAt(model, pair.older.node, path)?.node.kind;
  return kind === undefined || !["object", "list", "map"].includes(kind);
}

function checkTargets({ rules }: VersionPair): Diagnostic[] {
  const seen = new Set<string>();
  return rules.flatMap((rule) => {
    if (rule.lost && rule.side === "older") return [];
    const path = targetOf(rule);
    if (seen.has(path)) return [problemOf(rule, "conversion/duplicate-target", path)];
    const isMovedInto = rules.some((other) => !other.lost && isUnder(targetOf(other), path));
    if (rule.lost && isMovedInto) return [problemOf(rule, "conversion/converted-twice", rule.path)];
    seen.add(path);
    return [];
  });
}

function problemOf({ position }: PairRule, code: ConversionCode, path: string): Diagnostic {
  return conversionProblem(code, { values: { path }, position });
}
