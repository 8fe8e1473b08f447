// Every code that a package of this repository declares has a page: the tables are found by their form in the sources, so
// that a new table that `explain` does not know fails here.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { DiagnosticRule } from "@capstan/kube";
import { expect, test } from "vitest";
import { loadTables } from "./diagnostic-tables.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

const declaring = globSync("{packages,generators}/*/src/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .filter((file) => /^export const \w+: (?:Readonly<Record<.*, DiagnosticRule>>|DiagnosticTable)/m.test(read(file)))
  .toSorted();

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function isRule(value: unknown): value is DiagnosticRule {
  return typeof value === "object" && value !== null && "severity" in value && "explain" in value;
}

/** The codes of every table that a module exports. */
async function codesOf(file: string): Promise<string[]> {
  const exported = (await import(pathToFileURL(join(root, file)).href)) as Readonly<Record<string, object>>;
  return Object.values(exported).flatMap((table) =>
    typeof table === "object" && Object.values(table).some(isRule) ? Object.keys(table) : [],
  );
}

test("there are tables to look for", () => {
  expect(declaring).toContain("packages/kube/src/kube-errors.ts");
  expect(declaring).toContain("generators/model/src/diagnostics.ts");
});

test.each(declaring)("capstan explain has the codes of %s", async (file) => {
  const known = await loadTables();
  const codes = await codesOf(file);
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.filter((code) => !Object.hasOwn(known, code))).toEqual([]);
});
