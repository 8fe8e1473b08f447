// `capstan explain`: the page of a code, or the list of all codes. Loaded by program.ts; the tables are brought together by
// diagnostic-tables.ts, and the texts stand in the packages that raise them.
import { diagnose, nearestOf, type DiagnosticRule, type DiagnosticTable } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import type { Outcome } from "../outcome.ts";
import type { Values } from "../program.ts";
import { loadTables } from "../diagnostic-tables.ts";

/** Explains a code, or lists all. */
export async function run(values: Values): Promise<Outcome> {
  const table = await loadTables();
  const code = values["code"];
  if (typeof code !== "string")
    return {
      lookedAt: `${Object.keys(table).length} codes`,
      diagnostics: [],
      body: list(table),
      next: "capstan explain <code>",
    };
  const rule = Object.hasOwn(table, code) ? table[code] : undefined;
  if (rule !== undefined) return { lookedAt: code, diagnostics: [], body: page(rule) };
  const near = nearestOf(code, Object.keys(table));
  const mend = near === undefined ? "run capstan explain for a list of all codes" : `did you mean ${near}?`;
  return { lookedAt: code, diagnostics: [diagnose(cliDiagnostics, "cli/unknown-code", { values: { code, mend } })] };
}

function page({ severity, message, hint, explain }: DiagnosticRule): string {
  return ["", `${severity}: ${message}`, "", explain, ...(hint === undefined ? [] : ["", `Mend: ${hint}.`]), ""].join(
    "\n",
  );
}

function list(table: DiagnosticTable): string {
  return Object.keys(table).toSorted().join("\n");
}
