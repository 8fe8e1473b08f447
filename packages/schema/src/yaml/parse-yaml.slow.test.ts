// YAML that was made to take long: bounds of processor time on sources of megabytes.
import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

test.each([
  {
    name: "aliases in many documents",
    given: "---\na: &a [0,0,0,0]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n".repeat(
      5000,
    ),
    code: "yaml/alias",
  },
  { name: "values of few characters", given: `[${"{},".repeat(2_000_000)}]`, code: "yaml/too-many-parts" },
])("is done soon with $name", ({ given, code }) => {
  const from = process.threadCpuUsage().user;
  const { documents, diagnostics } = parseYaml(given);
  expect([diagnostics.map((each) => each.code), documents]).toEqual([[code], []]);
  expect(process.threadCpuUsage().user - from).toBeLessThan(10_000_000);
});

test.each([
  { name: "merges in merges", before: "{<<: ".repeat(150), after: "}".repeat(150) },
  { name: "a merge of many maps", before: "{<<: [", after: `${", {b: 1}".repeat(50_000)}]}` },
])("reads $name soon", ({ before, after }) => {
  const keys = Array.from({ length: 50_000 }, (_, i) => `a${i}`);
  const from = process.threadCpuUsage().user;
  const { documents, diagnostics } = parseYaml(`${before}{${keys.map((key) => `${key}: 1`).join(", ")}}${after}`);
  expect(diagnostics).toEqual([]);
  expect(Object.keys(documents[0]?.value as object)).toEqual(after.includes("b") ? [...keys, "b"] : keys);
  expect(process.threadCpuUsage().user - from).toBeLessThan(4_000_000);
});

test("reports a problem of each of many values", () => {
  const { diagnostics } = parseYaml(`[${".inf,".repeat(300_000)}]`);
  expect(diagnostics.length).toBe(300_000);
});
