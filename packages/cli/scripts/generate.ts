// Writes src/generated: the pages of `capstan explain`, and what `capstan doctor` knows of releases of Cluster API. `--check` writes nothing and exits 3 when a file is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { DiagnosticTable } from "@capstan/kube";
import { collectDiagnostics } from "./collect-diagnostics.ts";
import { hookBreaksSource } from "./hook-breaks.ts";

function sourceOf(table: DiagnosticTable): string {
  const rows = Object.entries(table).map(([code, rule]) => `  ${JSON.stringify(code)}: ${JSON.stringify(rule)},\n`);
  return `// Generated from the tables of diagnostics of all packages. Do not edit: change the tables and generate again.
import type { DiagnosticTable } from "@capstan/kube";

/** Every code with its rule. */
export const diagnostics: DiagnosticTable = {
${rows.join("")}};
`;
}

const files = { "diagnostics.ts": sourceOf(await collectDiagnostics()), "hook-breaks.ts": hookBreaksSource() };
for (const [name, source] of Object.entries(files)) {
  const file = new URL(`../src/generated/${name}`, import.meta.url);
  if (existsSync(file) && readFileSync(file, "utf8") === source) continue;
  if (process.argv.includes("--check")) {
    console.log(`packages/cli/src/generated/${name} is stale: \`npx --yes pnpm@12.21.0 run generate\` writes it`);
    process.exitCode = 3;
  } else {
    writeFileSync(file, source);
    console.log(`updated src/generated/${name}`);
  }
}
