// Rules as authors write them in `older` and `newer`.
import { stringLiteral, valueLiteral } from "@capstan/generator-model/writing";
import type { PairRule, VersionPair } from "../pairs/version-pair.ts";
import { advisedRule } from "./advised-rule.ts";

/** A rule with its path, from the words of the rule. */
export function declared(path: string, rule: string): string {
  return `${stringLiteral(path)}: ${rule}`;
}

/** A rule without functions, with more or other parts than it has. */
export function declaredWith(
  rule: Pick<PairRule, "path"> & Partial<PairRule>,
  more: Readonly<Record<string, unknown>>,
): string {
  return declared(rule.path, valueLiteral(advisedRule(rule, more)));
}

/** What to declare for two fields. */
export interface Advice {
  /** The declaration; none where the rule is to be removed. */
  readonly declaration?: string;
  /** The form that it has. */
  readonly form?: string;
  /** What the functions do: the work of the form that the rule has now, in words. */
  readonly work?: string;
  /** What they make of an absent value: a group has no default. */
  readonly absent?: string;
  /** What there is to do beside it. */
  readonly also?: string;
}

/** An advice as a sentence without its end. */
export function writtenAdvice(advice: Advice): string {
  const { declaration, form } = advice;
  if (declaration === undefined) return "remove the rule: both versions have the field alike";
  if (form !== "functions") return `write ${writtenDeclaration(advice)}`;
  return `no form fits these types: ${orFunctions(advice)}`;
}

/** The functions of an advice, as a sentence without its end. */
export function orFunctions(advice: Advice): string {
  return `write functions${workOf(advice)}, \`${advice.declaration ?? ""}\`, with \`loses\` for values that do not come back`;
}

/** The declaration of an advice, with what it takes beside it. */
export function writtenDeclaration(advice: Advice): string {
  const { declaration = "", also } = advice;
  const work = workOf(advice);
  const functions = work === "" ? "" : `functions${work}, `;
  return `${functions}\`${declaration}\`${also === undefined ? "" : `, and ${also}`}`;
}

function workOf({ work, absent }: Advice): string {
  const value = absent === undefined ? "" : `, with \`${absent}\` for no value`;
  return `${work === undefined ? "" : ` that do what ${work}`}${value}`;
}

/** A form in the words of a help. */
export function writtenForm(as: unknown): string {
  return `\`${typeof as === "string" ? as : valueLiteral(as)}\``;
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
