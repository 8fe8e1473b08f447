// What a source full of mistakes costs.
import { LineCounter } from "yaml";
import { expect, test } from "vitest";
import { compose, type Composed } from "./compose.ts";
import { parseYaml } from "./parse-yaml.ts";

const limits = { documents: 10_000, parts: 100_000, directives: 1000, directive: 1000 };

test.each<[string, string, string?]>([
  ["tags", "!a "],
  ["anchors", "&a "],
  ["directives", "%A b\n", "---\n"],
])("of errors in %s no stack is collected", (_, part, end = "") => {
  const { stackTraceLimit } = Error;
  const composed = compose(`${part.repeat(1000)}${end}`, new LineCounter(), { ...limits, documents: 1 });
  const [document] = "documents" in composed ? composed.documents : [];
  const problems = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  expect(problems.length).toBeGreaterThan(900);
  expect(problems.filter(({ stack = "" }) => stack.includes("\n    at "))).toEqual([]);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});

const manyTags = Array.from({ length: 101 }, (_, i) => `%TAG !a${i}! tag:example.test,${i}:\n`);
const longTag = `%TAG !a! tag:${"x".repeat(1000)}\n`;

test.each([
  ["directives", `${manyTags.join("")}---\na: 1\n`, "f.yaml:101:1", "the file has more than 100 directives"],
  [
    "directives of several documents",
    manyTags.join("---\na: 1\n...\n"),
    "f.yaml:401:1",
    "the file has more than 100 directives",
  ],
  ["a long directive", `${longTag}---\na: 1\n`, "f.yaml:1:1", "a directive has more than 1000 characters"],
])("%s are an error", (_, source, place, message) => {
  const { documents, diagnostics } = parseYaml(source, { file: "f.yaml" });
  const found = diagnostics.map(({ position, ...each }) => [
    `${position?.file}:${position?.line}:${position?.column}`,
    each.message,
  ]);
  expect({ documents, found }).toEqual({ documents: [], found: [[place, message]] });
});

test("directives as many and as long as they may be are read", () => {
  const longest = `%TAG !a! tag:${"x".repeat(1000 - "%TAG !a! tag:".length)}\n`;
  const { documents, diagnostics } = parseYaml(`${manyTags.slice(2).join("")}${longest}---\na: 1\n`);
  expect([documents.map(({ value }) => value), diagnostics]).toEqual([[{ a: 1 }], []]);
});

test("many directives before many documents cost little", () => {
  const tags = Array.from({ length: 5000 }, (_, i) => `%TAG !a${i}! tag:x,${i}:\n`).join("");
  const before = process.threadCpuUsage();
  const composed: Composed = compose(`${tags}---\n${"---\na: 1\n".repeat(2000)}`, new LineCounter(), limits);
  expect(composed).toMatchObject({ excess: { rule: "yaml/too-many-directives", limit: 1000 } });
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(500_000);
});
