// The one place where a rule that a help advises is made: what the author's own rule has, and what is added to it. What an author wrote stays unless the advice names another value.
import { functionValue } from "@capstan/generator-model";
import type { PairRule, VersionPair } from "../pairs/version-pair.ts";

/** A rule as its author writes it, by the names of its parts. */
export type RuleValue = Readonly<Record<string, unknown>>;

/** The parts of a rule as they are written, in the order of a help. */
function writtenParts({ unmatched, boundsDiffer, examples, ...rule }: Partial<PairRule>): RuleValue {
  const { older = [], newer = [] } = examples ?? {};
  return {
    keep: rule.keep,
    to: rule.to,
    as: rule.as,
    loses: unmatched === true ? "unmatched" : rule.loses,
    default: rule.default,
    bounds: boundsDiffer === true ? "differ" : undefined,
    examples: older.length === 0 ? undefined : older,
    examplesOfNewer: newer.length === 0 ? undefined : newer,
  };
}

/** The author's rule with more or other parts; a part that is `undefined` there is left out. */
export function advisedRule(given: Partial<PairRule> | undefined, more: RuleValue): RuleValue {
  const parts = Object.entries({ ...writtenParts(given ?? {}), ...more });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/** The rule that the author wrote for a field of both versions. */
export function givenRule({ rules }: VersionPair, path: string): PairRule | undefined {
  return rules.find((rule) => rule.side === "older" && rule.path === path && !rule.lost);
}

/** The losses of a rule in one with functions, beside which a word says nothing. */
export function lossesOfFunctions(given: PairRule | undefined): PairRule["loses"] {
  return given?.loses === undefined || Array.isArray(given.loses) ? given?.loses : functionValue;
}
