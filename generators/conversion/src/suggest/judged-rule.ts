// Tries a rule in the place of what a pair has for its field, with the checks that reject rules.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { differencesOfRule } from "../pairs/check-bounds.ts";
import { checkDefaultsOfPair } from "../pairs/check-defaults.ts";
import { checkNone } from "../pairs/check-none.ts";
import { faultsOfRule } from "../pairs/check-rule.ts";
import { fieldOfRule } from "../fields/schema-defaults.ts";
import { isSame, ruleFrom, type PairRule, type VersionPair, type VersionSide } from "../pairs/version-pair.ts";

/** A field that only one version has, or that is converted as one. */
export interface OneField {
  readonly side: VersionSide;
  readonly path: string;
}

/** A rule that a pair could have. */
export interface TriedRule extends OneField {
  readonly value: unknown;
}

/** Whether nothing is wrong with a rule. */
export function isAcceptedRule(model: TypeModel, pair: VersionPair, tried: TriedRule): boolean {
  return problemsOfRule(model, pair, tried)?.length === 0;
}

/** The codes of what is wrong with a rule; undefined for what is no rule. */
export function problemsOfRule(model: TypeModel, pair: VersionPair, tried: TriedRule): readonly string[] | undefined {
  const found = withRule(pair, tried);
  if (found === undefined) return undefined;
  const { rule } = found;
  const isOtherBounds = rule.boundsDiffer !== true && differencesOfRule(model, found.pair, rule).length > 0;
  return [
    ...faultsOfRule(model, found.pair, rule).map(({ code }) => code),
    ...(isOtherBounds ? ["conversion/bounds-differ"] : []),
    ...ofDefaults(model, found).map(({ code }) => code),
    ...(saysNothingOfPresence(model, found.pair, rule) ? ["conversion/not-covered"] : []),
  ];
}

/** Whether a rule about bounds alone is for a list or map that only one version requires. */
function saysNothingOfPresence(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const field = isSame(rule) ? fieldOfRule(model, pair, rule) : undefined;
  const isOfElements = field !== undefined && ["list", "map"].includes(field.older.node.kind);
  return isOfElements && field.older.property.optional !== field.newer.property.optional;
}

/** The same but for defaults of the schema, which no rule puts right. */
export function problemsButGained(
  model: TypeModel,
  pair: VersionPair,
  tried: TriedRule,
): readonly string[] | undefined {
  return problemsOfRule(model, pair, tried)?.filter((code) => code !== gainedDefault);
}

const gainedDefault = "conversion/gained-default";

/** What there is to do about defaults of the schema that objects would gain with a rule. */
export function gainedHelp(model: TypeModel, pair: VersionPair, tried: TriedRule): string | undefined {
  const found = withRule(pair, tried);
  return found && ofDefaults(model, found).find(({ code }) => code === gainedDefault)?.help;
}

function ofDefaults(
  model: TypeModel,
  { pair, rule }: { readonly pair: VersionPair; readonly rule: PairRule },
): readonly Diagnostic[] {
  const all = [...checkNone(model, pair), ...checkDefaultsOfPair(model, pair, rule)];
  return all.filter(({ position }) => position === rule.position);
}

/** Whether a rule says nothing: both versions have the field alike. */
export function isNotDifferent(model: TypeModel, pair: VersionPair, tried: TriedRule): boolean {
  const found = withRule(pair, tried);
  return (
    found !== undefined &&
    faultsOfRule(model, found.pair, found.rule).some(({ code }) => code === "conversion/not-different")
  );
}

/** The pair with a rule for this path alone. */
function withRule(
  pair: VersionPair,
  { side, path, value }: TriedRule,
): { readonly pair: VersionPair; readonly rule: PairRule } | undefined {
  // A position of its own: what is reported there is about this rule.
  const rule = ruleFrom(side, { path, value, position: { file: "" } });
  const others = pair.rules.filter((other) => other.side !== side || other.path !== path);
  return rule && { pair: { ...pair, rules: [...others, rule] }, rule };
}
