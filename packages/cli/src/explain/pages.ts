// The pages of `capstan explain`: of each code of a message, and of each rule of Cluster API's contracts, which may be both.
import { type CatalogRule, enforcerWords, ruleCatalog } from "@capstan/contract/catalog";
import type { DiagnosticRule } from "@capstan/kube";
import { diagnostics } from "../generated/diagnostics.ts";

/** Every code and rule that has a page, sorted. */
export const codes: readonly string[] = [
  ...new Set([...Object.keys(diagnostics), ...Object.keys(ruleCatalog)]),
].toSorted();

/** The codes of each area, which is what they begin with. */
export const areas: ReadonlyMap<string, readonly string[]> = Map.groupBy(codes, areaOf);

/** What a code begins with. */
export function areaOf(code: string): string {
  return code.split("/")[0] ?? "";
}

/** The page of a code; undefined when there is none. Its lines are as long as they are. */
export function pageOf(code: string): string | undefined {
  const message = Object.hasOwn(diagnostics, code) ? diagnostics[code] : undefined;
  const rule = Object.hasOwn(ruleCatalog, code) ? ruleCatalog[code] : undefined;
  const why = message?.explain ?? rule?.demand;
  if (why === undefined) return undefined;
  const parts = [...messageLine(message), why, ...ruleLine(rule), ...helpLine(message)];
  return ["", ...parts.flatMap((part) => [part, ""])].join("\n");
}

/** What is known of a code, for programs. */
export interface CodeFacts extends Partial<Pick<DiagnosticRule, "severity" | "message" | "help">> {
  readonly code: string;
  readonly explain: string;
  /** Of a rule of a contract: whether it demands, advises or leaves it. */
  readonly level?: CatalogRule["level"];
}

/** The facts of codes that have pages. */
export function factsOf(known: readonly string[]): readonly CodeFacts[] {
  return known.map((code) => {
    const rule = ruleCatalog[code];
    const facts = { code, explain: rule?.demand ?? "", ...diagnostics[code] };
    return rule === undefined ? facts : { ...facts, level: rule.level };
  });
}

function messageLine(rule: DiagnosticRule | undefined): readonly string[] {
  return rule === undefined ? [] : [`${rule.severity}: ${shown(rule.message)}`];
}

function helpLine({ help = "" }: Partial<DiagnosticRule> = {}): readonly string[] {
  return isOnlyFilledIn(help) ? [] : [`Help: ${shown(help)}${help.endsWith("}") ? "" : "."}`];
}

const levels: Readonly<Record<CatalogRule["level"], string>> = {
  must: "The contract demands it.",
  should: "The contract advises it.",
  may: "The contract leaves it to you.",
  info: "The contract demands nothing here.",
};

function ruleLine(rule: CatalogRule | undefined): readonly string[] {
  if (rule === undefined) return [];
  const { level, enforcedBy, reason } = rule;
  if (enforcedBy === "unchecked") return [`${levels[level]} Nothing checks it: ${reason}.`];
  const left = reason === undefined ? "" : ` Not checked: ${reason}.`;
  return [`${levels[level]} Enforced by ${enforcerWords[enforcedBy]}.${left}`];
}

/** A row of a list: the code, and what it is about in one line. */
export function rowOf(code: string): string {
  return `  ${code}: ${summary(code)}`;
}

function summary(code: string): string {
  const message = diagnostics[code];
  if (message === undefined) return firstSentence(ruleCatalog[code]?.demand ?? "");
  return isOnlyFilledIn(message.message)
    ? firstSentence(message.explain)
    : shown(message.message).replaceAll(/\s+/g, " ");
}

function firstSentence(text: string): string {
  return /^.*?(?=[.:;](?:\s|$))/s.exec(text)?.[0] ?? text;
}

function isOnlyFilledIn(template: string): boolean {
  return /^(\{\w+\})?$/.test(template);
}

/** What a message fills in, as `<name>`; a suggestion is not always there. */
function shown(template: string): string {
  return template.replaceAll("{suggestion}", "").replaceAll(/\{(\w+)\}/g, "<$1>");
}
