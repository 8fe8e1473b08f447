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

/** Whether a rule would be accepted. */
export type Judge = (model: TypeModel, pair: VersionPair, tried: TriedRule) => boolean;

/** Whether nothing is wrong with a rule. */
export const isAcceptedRule: Judge = (model, pair, tried) => hasOnly([], problemsOfRule(model, withRule(pair, tried)));

/** The same but for defaults of the schema, which no rule puts right. */
export const isAcceptedButGained: Judge = (model, pair, tried) =>
  hasOnly([gainedDefault], problemsOfRule(model, withRule(pair, tried)));

const gainedDefault = "conversion/gained-default";

function hasOnly(codes: readonly string[], problems: Iterable<string>): boolean {
  for (const code of problems) if (!codes.includes(code)) return false;
  return true;
}

/** The codes of what is wrong with a rule. Most rules that are tried fail the first check, and the others run only for those that pass it. */
function* problemsOfRule(model: TypeModel, found: RuledPair | undefined): Generator<string> {
  if (found === undefined) return yield "conversion/bad-rule";
  const { pair, rule } = found;
  for (const { code } of faultsOfRule(model, pair, rule)) yield code;
  if (rule.boundsDiffer !== true && differencesOfRule(model, pair, rule).length > 0) yield "conversion/bounds-differ";
  for (const { code } of ofDefaults(model, found)) yield code;
  if (saysNothingOfPresence(model, pair, rule)) yield "conversion/not-covered";
}

/** Whether a rule about bounds alone is for a list or map that only one version requires. */
function saysNothingOfPresence(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const field = isSame(rule) ? fieldOfRule(model, pair, rule) : undefined;
  const isOfElements = field !== undefined && ["list", "map"].includes(field.older.node.kind);
  return isOfElements && field.older.property.optional !== field.newer.property.optional;
}

/** What there is to do about defaults of the schema that objects would gain with a rule. */
export function gainedHelp(model: TypeModel, pair: VersionPair, tried: TriedRule): string | undefined {
  const found = withRule(pair, tried);
  return found && ofDefaults(model, found).find(({ code }) => code === gainedDefault)?.help;
}

function ofDefaults(model: TypeModel, { pair, rule }: RuledPair): readonly Diagnostic[] {
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

/** A pair, and the one of its rules that is tried. */
interface RuledPair {
  readonly pair: VersionPair;
  readonly rule: PairRule;
}

/** The pair with a rule for this path alone; undefined for what is no rule. */
function withRule(pair: VersionPair, { side, path, value }: TriedRule): RuledPair | undefined {
  // A position of its own: what is reported there is about this rule.
  const rule = ruleFrom(side, { path, value, position: { file: "" } });
  const others = pair.rules.filter((other) => other.side !== side || other.path !== path);
  return rule && { pair: { ...pair, rules: [...others, rule] }, rule };
}
