// Defaults in an object of both versions that a field of one version leaves for another place. Where that version has the object for the field alone, the default
// comes with the object, or goes with it, and only what is kept tells the other version's objects apart.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt, isDefaulted, tagsOf, tagValues } from "../fields/typed-field.ts";
import { declared, declaredWith } from "../suggest/written-rule.ts";
import { isMade, withObject } from "./made-defaults.ts";
import { oppositeSide, pathIn, targetOf, type PairRule, type VersionPair } from "./version-pair.ts";

/** What is wrong with such defaults: those that a version's schema sets in a field of its own, and those of rules that go with an object of the hub. */
export function checkLeftDefaults(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  return pair.rules.flatMap((rule) => {
    const problem = setInMadeObject(model, pair, rule) ?? goneWithObject(model, pair, rule);
    return problem === undefined ? [] : [problem];
  });
}

/** A field of one version alone that its API server fills in an object that another field makes: an object with nothing else comes back. */
function setInMadeObject(model: TypeModel, pair: VersionPair, rule: PairRule): Diagnostic | undefined {
  const { side, path, position } = rule;
  if (!rule.lost || rule.default !== undefined || !isInObjectOfBoth(model, pair, path)) return undefined;
  const property = fieldAt(model, pair[side].node, path)?.property;
  const set = property && tagValues(tagsOf(model, property), "default").at(-1);
  if (set === undefined || !isMade(model, pair, { side, path, but: rule })) return undefined;
  const value = valueLiteral(set);
  if (side !== pair.hub) {
    const declaration = declaredWith(rule, { ...(side === "older" ? { keep: true } : {}), default: set });
    return conversionProblem("conversion/default-not-declared", { values: { path, value, declaration }, position });
  }
  const advice = `${withObject(model, pair, path)}remove \`@default\` from ${path} in the ${side} version`;
  const values = {
    side: oppositeSide(side),
    path: parentOf(path),
    value: `{}, because of ${value}`,
    place: path,
    own: side,
    advice,
  };
  return conversionProblem("conversion/gained-default", { values, position });
}

/** A default of a rule in an object that the hub loses with its last field: of the version that is not the hub alone, or beside an older hub of both. */
function goneWithObject(model: TypeModel, pair: VersionPair, rule: PairRule): Diagnostic | undefined {
  const { hub } = pair;
  const path = targetOf(rule);
  if (rule.default === undefined || (rule.lost ? rule.side === hub : hub === "newer")) return undefined;
  if (!isInObjectOfBoth(model, pair, path) || !isMade(model, pair, { side: hub, path, but: rule })) return undefined;
  // The value of one version alone is named as lost where other fields make its object there.
  if (rule.lost && rule.keep !== true && isMade(model, pair, { side: "newer", path, but: rule })) return undefined;
  if (hasFieldThatLeaves(model, pair, parentOf(path))) return undefined;
  const values = {
    path,
    value: valueLiteral(rule.default),
    object: parentOf(path),
    side: hub,
    advice: `${withoutDefault(model, pair, rule)}, or make the ${oppositeSide(hub)} version the hub`,
  };
  return conversionProblem("conversion/lost-default", { values, position: rule.position });
}

/** A field without a default is kept with its value, or has none. The rule needs that of the schema, so the schema has none either. */
function withoutDefault(model: TypeModel, pair: VersionPair, rule: PairRule): string {
  const [path, side] = [targetOf(rule), rule.lost ? rule.side : "newer"] as const;
  const property = fieldAt(model, pair[side].node, path)?.property;
  const steps = [
    ...(property?.optional === true ? [] : [`make ${path} optional in the ${side} version`]),
    ...(property !== undefined && isDefaulted(model, property)
      ? [`remove \`@default\` from ${path} in the ${side} version`]
      : []),
    rule.lost ? `write \`${declared(path, '"keep"')}\`` : "remove `default` from the rule",
  ];
  return steps.join(" and ");
}

/** Whether the hub requires a field in an object that leaves it: then the object is never there without it. */
function hasFieldThatLeaves(model: TypeModel, pair: VersionPair, object: string): boolean {
  const { hub, rules } = pair;
  return rules.some(
    (rule) =>
      !rule.lost &&
      parentOf(pathIn(rule, hub)) === object &&
      !isUnder(pathIn(rule, oppositeSide(hub)), object) &&
      fieldAt(model, pair[hub].node, pathIn(rule, hub))?.property.optional === false,
  );
}

function isInObjectOfBoth(model: TypeModel, pair: VersionPair, path: string): boolean {
  const around = parentOf(path);
  return [pair.older, pair.newer].every(({ node }) => fieldAt(model, node, around)?.node.kind === "object");
}
