// What a source full of mistakes costs.
import { LineCounter } from "yaml";
import { expect, test } from "vitest";
import { compose } from "./compose.ts";

test.each<[string, string, string?]>([
  ["tags", "!a "],
  ["anchors", "&a "],
  ["directives", "%A b\n", "---\n"],
])("of errors in %s no stack is collected", (_, part, end = "") => {
  const { stackTraceLimit } = Error;
  const composed = compose(`${part.repeat(1000)}${end}`, new LineCounter(), { documents: 1, parts: 100_000 });
  const [document] = "documents" in composed ? composed.documents : [];
  const problems = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  expect(problems.length).toBeGreaterThan(900);
  expect(problems.filter(({ stack = "" }) => stack.includes("\n    at "))).toEqual([]);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});
