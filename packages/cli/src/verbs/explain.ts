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
  const near = nearestOf(code, Object.keys(diagnostics));
  const help = near === undefined ? "run capstan explain for a list of all codes" : `did you mean ${near}?`;
  return {
    lookedAt: code,
    diagnostics: [diagnose(cliDiagnostics, "cli/unknown-code", { values: { code, help } })],
    next: near === undefined ? "capstan explain" : `capstan explain ${near}`,
  };
}

/** What a message fills in is shown as `<name>`; a help that is only filled in says nothing here. */
function page({ severity, message, help = "", explain: why }: DiagnosticRule): string {
  const shown = (template: string): string => template.replace(/\{(\w+)\}/g, "<$1>");
  const helpLines = /^(\{\w+\})?$/.test(help) ? [] : ["", `Help: ${shown(help)}${help.endsWith("}") ? "" : "."}`];
  return ["", `${severity}: ${shown(message)}`, "", why, ...helpLines, ""].join("\n");
}

function list(): VerbOutcome {
  const codes = Object.keys(diagnostics);
  return {
    lookedAt: `${codes.length} codes`,
    diagnostics: [],
    body: codes.join("\n"),
    next: "capstan explain crd/unknown-tag",
  };
}
