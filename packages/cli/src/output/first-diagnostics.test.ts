// How many diagnostics the formats for machines show.
import type { Diagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { formatGithub, formatJson, formatSarif } from "./format-machine.ts";
import { formatPretty } from "./format-pretty.ts";

const many = (count: number): Diagnostic[] =>
  Array.from({ length: count }, (_, i) => ({
    code: `a/${i}`,
    severity: i === count - 1 ? "error" : "warning",
    message: "x",
    position: { file: "a.yaml", line: i + 1 },
  }));
const outcome = (count: number): { title: string; diagnostics: Diagnostic[] } => ({
  title: "checking",
  diagnostics: many(count),
});

test("json has 1,000, the errors among them, the count of the rest, and the exit code of all", () => {
  const { diagnostics, omitted, exitCode } = JSON.parse(formatJson(outcome(1500)));
  expect([diagnostics.length, diagnostics.at(-1).code, omitted, exitCode]).toEqual([1000, "a/1499", 500, 1]);
  expect(JSON.parse(formatJson(outcome(1000)))).not.toHaveProperty("omitted");
});

test("sarif has 1,000, their rules, and a note about the rest", () => {
  const [run] = JSON.parse(formatSarif(outcome(1500))).runs;
  expect([run.results.length, run.tool.driver.rules.length]).toEqual([1000, 1000]);
  expect(run.invocations).toEqual([
    {
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: "note", message: { text: "and 500 more, errors before warnings" } }],
    },
  ]);
  expect(JSON.parse(formatSarif(outcome(1000))).runs[0]).not.toHaveProperty("invocations");
});

test("github has 1,000, and a line about the rest", () => {
  const lines = formatGithub(outcome(1500)).trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("::"))).toHaveLength(1000);
  expect(lines.at(-1)).toBe("and 500 more, errors before warnings");
  expect(formatGithub(outcome(1000)).trimEnd().split("\n")).toHaveLength(1001);
});

test("people are shown 100, and told where more are", () => {
  const parts = formatPretty(outcome(150), () => undefined);
  expect(parts.filter(({ text }) => text.includes("a/")).length).toBe(100);
  expect(parts.at(-1)?.text).toBe("1 error, 149 warnings; the first 100 are shown; --format json shows all\n");
  expect(formatPretty(outcome(1500), () => undefined).at(-1)?.text).toMatch(/; --format json shows the first 1000\n$/);
});
