// Writes src/generated/diagnostics.ts, the pages of `capstan explain`. `--check` writes nothing and exits 3 when the file is stale.
import { readFileSync, writeFileSync } from "node:fs";
import type { DiagnosticTable } from "@capstan/kube";
import { collectDiagnostics } from "./collect-diagnostics.ts";

const file = new URL("../src/generated/diagnostics.ts", import.meta.url);

function sourceOf(table: DiagnosticTable): string {
  const rows = Object.entries(table).map(([code, rule]) => `  ${JSON.stringify(code)}: ${JSON.stringify(rule)},\n`);
  return `// Generated from the tables of diagnostics of all packages. Do not edit: change the tables and generate again.
import type { DiagnosticTable } from "@capstan/kube";

/** Every code with its rule. */
export const diagnostics: DiagnosticTable = {
${rows.join("")}};
`;
}

const source = sourceOf(await collectDiagnostics());
const stale = readFileSync(file, "utf8") !== source;
if (process.argv.includes("--check")) {
  if (stale) {
    console.log("packages/cli/src/generated/diagnostics.ts is stale: `npx --yes pnpm@12.21.0 run generate` writes it");
    process.exitCode = 3;
  }
} else if (stale) {
  writeFileSync(file, source);
  console.log("updated src/generated/diagnostics.ts");
}
