// `capstan explain`: the page of a code, the codes of an area, or the list of all codes.
import { Help } from "commander";
import { kindContracts } from "@capstan/contract/rules";
import { diagnose, didYouMean, nearestOf, type DiagnosticRule } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { diagnostics } from "../generated/diagnostics.ts";
import type { VerbOutcome } from "../outcome.ts";
import { columnsOf, type Terminal } from "../output/print-outcome.ts";
import type { VerbArguments } from "../verb.ts";

const areas: ReadonlyMap<string, readonly string[]> = Map.groupBy(Object.keys(diagnostics), areaOf);

/** Explains a code, or lists those of an area, or all. */
export function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  // Codes are copied from messages, where a colon follows them.
  const code = given.string("code")?.replace(/:$/, "");
  if (code === undefined) return Promise.resolve(list());
  const listed = areas.get(code.replace(/\/$/, ""));
  return Promise.resolve(listed === undefined ? explain(code, columnsOf(terminal)) : listArea(listed));
}

function explain(code: string, width: number): VerbOutcome {
  const rule = Object.hasOwn(diagnostics, code) ? diagnostics[code] : undefined;
  if (rule !== undefined) return { title: code, diagnostics: [], body: page(rule, width) };
  const near = suggestions(code);
  const values = { code, suggestion: didYouMean(...near) };
  return {
    title: code,
    diagnostics: [diagnose(cliDiagnostics, "cli/unknown-code", { values })],
    next: ["capstan explain", ...near.slice(0, 1)].join(" "),
  };
}

/** The areas of the contract's rules, whose reasons users remember under `contract`. */
const contractAreas: readonly string[] = Object.values(kindContracts).map(({ rules }) => rules);

/** Codes with the same reason in another area, the likely area first; otherwise the nearest code. */
function suggestions(code: string): readonly string[] {
  const codes = Object.keys(diagnostics);
  const sameReason = codes.filter((known) => reasonOf(known) === reasonOf(code));
  const nearest = nearestOf(code, codes);
  if (sameReason.length === 0) return nearest === undefined ? [] : [nearest];
  const nearArea = nearestOf(areaOf(code), sameReason.map(areaOf));
  const likely = [...(nearArea === undefined ? [] : [nearArea]), ...contractAreas];
  const rank = (known: string): number => [...likely, areaOf(known)].indexOf(areaOf(known));
  return sameReason.toSorted((a, b) => rank(a) - rank(b)).slice(0, 3);
}

function areaOf(code: string): string {
  return code.split("/")[0] ?? "";
}

function reasonOf(code: string): string {
  return code.split("/").slice(1).join("/");
}

/** A message or help that is only filled in says nothing here. */
function page({ severity, message, help = "", explain: why }: DiagnosticRule, width: number): string {
  const title = isOnlyFilledIn(message) ? "(the message depends on the case)" : shown(message);
  const helpLines = isOnlyFilledIn(help) ? [] : ["", `Help: ${shown(help)}${help.endsWith("}") ? "" : "."}`];
  const lines = ["", `${severity}: ${title}`, "", why, ...helpLines, ""].join("\n");
  return new Help().boxWrap(lines, width);
}

/** What a code is about, in one line. */
function summary({ message, explain: why }: DiagnosticRule): string {
  return isOnlyFilledIn(message) ? firstSentence(why) : shown(message).replaceAll(/\s+/g, " ");
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

function list(): VerbOutcome {
  const count = Object.keys(diagnostics).length;
  const body = [...areas].map(([area, codes]) => [area, ...codes.map(row)].join("\n")).join("\n");
  return {
    title: `${count} codes in ${areas.size} areas`,
    diagnostics: [],
    body,
    next: "capstan explain model/unknown-tag",
  };
}

function listArea(codes: readonly string[]): VerbOutcome {
  const title = codes.length === 1 ? "1 code" : `${codes.length} codes`;
  return { title, diagnostics: [], body: codes.map(row).join("\n"), next: `capstan explain ${codes[0]}` };
}

function row(code: string): string {
  const rule = diagnostics[code];
  return `  ${code}: ${rule === undefined ? "" : summary(rule)}`;
}
