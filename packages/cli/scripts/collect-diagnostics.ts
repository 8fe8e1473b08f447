// Collects every table of diagnostics and errors of the public packages and the generators. Tables are found by the form of their
// declaration, so a new one needs no entry anywhere.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { DiagnosticRule, DiagnosticTable } from "@capstan/kube";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const declaration = /^export const \w+: (?:Readonly<Record<.*, DiagnosticRule>>|DiagnosticTable)/m;

/** The files that declare a table, relative to the repository. */
function declaringFiles(): string[] {
  return globSync("{packages,generators}/*/src/**/*.ts", { cwd: repository })
    .filter((file) => !file.endsWith(".test.ts") && !file.includes("/generated/"))
    .filter((file) => declaration.test(readFileSync(join(repository, file), "utf8")))
    .toSorted();
}

/** The rules of every table, sorted by code; throws for a code that two tables declare. */
export async function collectDiagnostics(): Promise<DiagnosticTable> {
  const all: Record<string, DiagnosticRule> = {};
  for (const file of declaringFiles()) {
    for (const [code, rule] of await rulesOf(file)) {
      if (Object.hasOwn(all, code) && all[code] !== rule)
        throw new Error(`${file} declares ${code}, which another table declares too`);
      all[code] = rule;
    }
  }
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function rulesOf(file: string): Promise<(readonly [string, DiagnosticRule])[]> {
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(repository, file)).href);
  const rules = Object.values(module).flatMap((table) =>
    typeof table === "object" && table !== null ? Object.entries(table).filter(isEntry) : [],
  );
  if (rules.length === 0) throw new Error(`${file} declares a table of diagnostics and exports no rule`);
  return rules;
}

function isEntry(entry: [string, unknown]): entry is [string, DiagnosticRule] {
  const [, rule] = entry;
  return typeof rule === "object" && rule !== null && "severity" in rule && "explain" in rule;
}
