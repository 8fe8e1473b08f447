// Checks pairs with strategy None, where the API server changes the apiVersion and drops fields that the other version does not have: no rule
// may do more.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { deepEqual, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { type FieldOfBoth, fieldOfRule, fieldsWithoutOwnRule } from "../fields/schema-defaults.ts";
import { fieldAt, tagsOf, tagValues } from "../fields/typed-field.ts";
import { isSame, oppositeSide, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** What strategy None cannot do, of the rules of a pair and of the fields of both versions. */
export function checkNone(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy !== "None") return [];
  return [...checkConverting(pair), ...checkDropped(model, pair), ...checkDefaults(model, pair)];
}

/** Rules that do more than drop a field. */
function checkConverting({ rules, groups }: VersionPair): Diagnostic[] {
  const changing = [
    ...rules.filter((rule) => !isDropped(rule) && !isSame(rule)),
    ...groups.map(({ name, position }) => ({ path: `together.${name}`, position })),
  ];
  return changing.map(({ path, position }) =>
    conversionProblem("conversion/none-converts", { values: { path }, position }),
  );
}

/** Fields that are declared as dropped, and that both versions have: only the name decides. */
function checkDropped(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const dropped = pair.rules.filter(isDropped);
  const inBoth = dropped.filter(({ side, path }) => fieldAt(model, pair[oppositeSide(side)].node, path) !== undefined);
  const firsts = inBoth.filter(({ path }, index) => inBoth.findIndex((one) => one.path === path) === index);
  return firsts.map(({ path, position }) => conversionProblem("conversion/none-keeps", { values: { path }, position }));
}

/** Fields of both versions with two defaults: an object without a value gets one when a client of the other version writes it. */
function checkDefaults(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const named = pair.rules.flatMap((rule): [string, FieldOfBoth][] => {
    const field = isSame(rule) ? undefined : fieldOfRule(model, pair, rule);
    return field === undefined ? [] : [[rule.path, field]];
  });
  const { position } = pair.definition;
  return [...fieldsWithoutOwnRule(model, pair), ...named].flatMap(([path, field]) => {
    const [older, newer] = (["older", "newer"] as const).map((side) => defaultsIn(model, field, side));
    if (deepEqual(older, newer) || isFilledWhereRequired(model, field)) return [];
    const values = {
      path,
      older: nameOf(older),
      newer: nameOf(newer),
      set: nameOf([...(newer ?? []), ...(older ?? [])]),
    };
    return [conversionProblem("conversion/none-default", { values, position })];
  });
}

function defaultsIn(model: TypeModel, field: FieldOfBoth, side: VersionSide): readonly unknown[] {
  return tagValues(tagsOf(model, field[side].property), "default");
}

function nameOf(defaults: readonly unknown[] = []): string {
  return defaults.length === 0 ? "none" : valueLiteral(defaults[0]);
}

/** Whether only one version requires a field, and fills it by its default: objects of the other one may lack it. */
function isFilledWhereRequired(model: TypeModel, { older, newer }: FieldOfBoth): boolean {
  const [required, other] = older.property.optional ? [newer, older] : [older, newer];
  const isFilled = tagValues(tagsOf(model, required.property), "default").length > 0;
  const isFree = tagValues(tagsOf(model, other.property), "default").length === 0;
  return !required.property.optional && other.property.optional && isFilled && isFree;
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
