// `pnpm run prove:wire`: runs the tests of the fifteen assertions about the wire of hooks, and says how many hold.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "@capstan/kube";
import { root, runCommand } from "@capstan/repo";
import { assertionsOf, type TestResult } from "./wire-assertions.ts";

const projects = ["@capstan/extension-kit", "@capstan/generator-hooks"].flatMap((name) => ["--project", name]);
const folder = mkdtempSync(join(tmpdir(), "capstan-wire-"));
try {
  const report = join(folder, "report.json");
  const output = ["--reporter=json", `--outputFile=${report}`];
  // Also when a test fails, there is a report.
  await runCommand(["vitest", "run", ...projects, "test/wire/", "upstream-changes.test.ts", ...output], { cwd: root });
  const assertions = assertionsOf(resultsIn(JSON.parse(readFileSync(report, "utf8"))));
  for (const { number, problems } of assertions)
    for (const problem of problems) console.log(`assertion ${number} does not hold: ${problem}`);
  const holding = assertions.filter(({ problems }) => problems.length === 0).length;
  console.log(`${holding} of ${assertions.length}\n`);
  console.log(`${holding} passed, ${assertions.length - holding} failed`);
  process.exitCode = holding === assertions.length ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function resultsIn(report: unknown): readonly TestResult[] {
  return listIn(report, "testResults").flatMap((file) =>
    listIn(file, "assertionResults").map((test) => ({
      file: textIn(file, "name"),
      title: textIn(test, "fullName"),
      status: textIn(test, "status"),
    })),
  );
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown, name: string): string {
  return isJsonObject(value) ? String(value[name]) : "";
}
