// Rules as authors write them in `older` and `newer`.
import { stringLiteral, valueLiteral } from "@capstan/generator-model/writing";
import type { PairRule } from "../pairs/version-pair.ts";

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
