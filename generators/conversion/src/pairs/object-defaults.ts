// Defaults of objects that one version alone has. The API server sets such an object where the other version has none, and no conversion knows it again: the newer version's is
// the default of a rule, the older version's cannot be.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { accepts } from "../fields/accepted-values.ts";
import { isUnder } from "../fields/field-path.ts";
import { fieldOfRule, fieldsWithoutOwnRule } from "../fields/schema-defaults.ts";
import { isDefaulted, mayBeMissing, tagsOf } from "../fields/typed-field.ts";
import { declaredWith } from "../suggest/written-rule.ts";
import { faultsOfRule } from "./check-rule.ts";
import { defaultIn, type RuledField } from "./gained-defaults.ts";
import { oppositeSide, pathIn, ruleAt, targetOf, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Such defaults of objects that stay in their place or move as a whole. */
export function checkObjectDefaults(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const inPlace = [...fieldsWithoutOwnRule(model, pair)].map(([path, field]) => ({ rule: ruleAt(pair, path), field }));
  const moved = pair.rules
    .filter(({ to, as, default: set }) => to !== undefined && as === undefined && set === undefined)
    .map((rule) => ({ rule, field: fieldOfRule(model, pair, rule) }));
  return [...inPlace, ...moved].flatMap(({ rule, field }) => {
    if (field?.older.node.kind !== "object" || field.newer.node.kind !== "object") return [];
    const side = sideWithDefault(model, { rule, field });
    if (side === undefined || isOfFields(model, pair, { rule, field, side })) return [];
    return [undeclared(model, pair, { rule, field, side }) ?? gained(model, pair, { rule, field, side })];
  });
}

interface LoneObject extends RuledField {
  /** The version with the default. */
  readonly side: VersionSide;
}

function sideWithDefault(model: TypeModel, { field }: RuledField): VersionSide | undefined {
  return (["older", "newer"] as const).find(
    (side) => isDefaulted(model, field[side].property) && mayBeMissing(model, field[oppositeSide(side)].property),
  );
}

/** Whether the object is gained with a field of it, whose rule has the default that names this loss. */
function isOfFields(model: TypeModel, pair: VersionPair, { rule, field, side }: LoneObject): boolean {
  const { node } = field.newer;
  if (side === "older" || pair.hub === "older" || node.kind !== "object") return false;
  const withRule = pair.rules.filter((one) => !one.lost && one.default !== undefined).map(targetOf);
  return node.properties.some(
    (property) => isDefaulted(model, property) && withRule.includes(`${targetOf(rule)}.${property.name}`),
  );
}

/** The error of a default that a rule can have. */
function undeclared(model: TypeModel, pair: VersionPair, { rule, field, side }: LoneObject): Diagnostic | undefined {
  const value = defaultIn(model, { rule, field }, side);
  const isUnruled = !pair.rules.some((one) => isUnder(one.path, rule.path) || isUnder(targetOf(one), targetOf(rule)));
  if (side === "older" || !isUnruled) return undefined;
  const declared = { ...rule, default: value };
  const rules = [...pair.rules.filter((one) => one !== rule), declared];
  if (faultsOfRule(model, { ...pair, rules }, declared).length > 0) return undefined;
  const values = {
    path: targetOf(rule),
    value: valueLiteral(value),
    declaration: declaredWith(rule, { default: value }),
  };
  return conversionProblem("conversion/default-not-declared", { values, position: rule.position });
}

function gained(model: TypeModel, pair: VersionPair, { rule, field, side }: LoneObject): Diagnostic {
  const other = oppositeSide(side);
  const [place, path] = [pathIn(rule, side), pathIn(rule, other)];
  const value = defaultIn(model, { rule, field }, side);
  const { property } = field[other];
  const ways = [
    ...(accepts(model, { type: property.type, tags: tagsOf(model, property) }, value)
      ? [`declare \`@default ${valueLiteral(value)}\` for ${path} in the ${other} version, too`]
      : []),
    `remove \`@default\` from ${place} in the ${side} version`,
  ];
  const values = { side: other, path, value: valueLiteral(value), place, own: side, advice: ways.join(", or ") };
  return conversionProblem("conversion/gained-default", { values, position: rule.position });
}
