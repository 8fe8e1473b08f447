// Rules as authors write them in `older` and `newer`.
import { stringLiteral, valueLiteral } from "@capstan/generator-model/writing";
import type { PairRule, VersionPair } from "../pairs/version-pair.ts";

/** A rule with its path, from the words of the rule. */
export function declared(path: string, rule: string): string {
  return `${stringLiteral(path)}: ${rule}`;
}

/** A rule without functions, with more or other parts than it has. */
export function declaredWith(
  { path, to, loses, boundsDiffer, unmatched, ...rule }: Pick<PairRule, "path"> & Partial<PairRule>,
  more: Readonly<Record<string, unknown>>,
): string {
  const bounds = boundsDiffer === true ? "differ" : undefined;
  return declared(
    path,
    valueLiteral({
      to,
      as: rule.as,
      loses: unmatched === true ? "unmatched" : loses,
      default: rule.default,
      bounds,
      ...more,
    }),
  );
}

/** What to declare for two fields. */
export interface Advice {
  /** The declaration; none where the rule is to be removed. */
  readonly declaration?: string;
  /** The form that it has. */
  readonly form?: string;
}

/** An advice as a sentence without its end. */
export function writtenAdvice({ declaration, form }: Advice): string {
  if (declaration === undefined) return "remove the rule: both versions have the field alike";
  if (form !== "functions") return `write \`${declaration}\``;
  return `no form fits these types: write functions, \`${declaration}\`, with \`loses\` for values that do not come back`;
}

/** The pair as it would be with a webhook. */
export function withWebhook(pair: VersionPair): VersionPair {
  return { ...pair, strategy: "Webhook" };
}

/** An advice for rules that convert, after what it takes to have some. */
export function orWebhook(advice: string): string {
  return `remove \`strategy: "None"\` and ${advice}`;
}

/** The advice for two fields of different types. */
export function sameTypeOr(advice: string): string {
  return `no rule of strategy None fits, because the API server changes no value: give it the same type in both versions, or ${orWebhook(advice)}`;
}
