// `capstan explain`: the page of a code, or the list of all codes.
import { diagnose, nearestOf, type DiagnosticRule } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { diagnostics } from "../generated/diagnostics.ts";
import type { VerbOutcome } from "../outcome.ts";
import type { VerbArguments } from "../verb.ts";

/** Explains a code, or lists all. */
export function run(given: VerbArguments): Promise<VerbOutcome> {
  const code = given.string("code");
  return Promise.resolve(code === undefined ? list() : explain(code));
}

function explain(code: string): VerbOutcome {
  const rule = Object.hasOwn(diagnostics, code) ? diagnostics[code] : undefined;
  if (rule !== undefined) return { lookedAt: code, diagnostics: [], body: page(rule) };
  const near = suggestions(code);
  const help = near.length === 0 ? "run capstan explain for a list of all codes" : `did you mean ${near.join(" or ")}?`;
  return {
    lookedAt: code,
    diagnostics: [diagnose(cliDiagnostics, "cli/unknown-code", { values: { code, help } })],
    next: ["capstan explain", ...near.slice(0, 1)].join(" "),
  };
}

/** The areas of the contract's rules, whose reasons users remember under `contract`. */
const contractAreas: readonly string[] = ["inframachine", "infracluster"];

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

/** A help that is only filled in says nothing here. */
function page({ severity, message, help = "", explain: why }: DiagnosticRule): string {
  const helpLines = isOnlyFilledIn(help) ? [] : ["", `Help: ${shown(help)}${help.endsWith("}") ? "" : "."}`];
  return ["", `${severity}: ${summary(message)}`, "", why, ...helpLines, ""].join("\n");
}

function summary(message: string): string {
  return isOnlyFilledIn(message) ? "(a message for each case)" : shown(message);
}

function isOnlyFilledIn(template: string): boolean {
  return /^(\{\w+\})?$/.test(template);
}

/** What a message fills in, as `<words>`; a suggestion is not always there. */
function shown(template: string): string {
  return template
    .replaceAll("{suggestion}", "")
    .replace(/\{(\w+)\}/g, (_, name: string) => `<${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}>`);
}

function list(): VerbOutcome {
  const codes = Object.entries(diagnostics);
  const areas = [...Map.groupBy(codes, ([code]) => areaOf(code))].map(([area, rules]) =>
    [area, ...rules.map(([code, { message }]) => `  ${code}: ${summary(message)}`)].join("\n"),
  );
  return {
    lookedAt: `${codes.length} codes in ${areas.length} areas`,
    diagnostics: [],
    body: areas.join("\n"),
    next: "capstan explain model/unknown-tag",
  };
}
