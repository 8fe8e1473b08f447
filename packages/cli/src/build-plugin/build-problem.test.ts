// What a build prints of an outcome.
import { expect, test } from "vitest";
import { problemOf } from "./build-problem.ts";

test("has nothing that a terminal obeys", () => {
  const message = "\u001b]0;owned\u0007 \u202e x";
  const problem = problemOf({ title: "", diagnostics: [{ code: "a/b", severity: "error", message }] }, "/");
  expect(problem?.message).toContain("\\u001b]0;owned\\u0007 \\u202e x");
  for (const character of ["\u001b", "\u0007", "\u202e"]) expect(problem?.stack).not.toContain(character);
});
