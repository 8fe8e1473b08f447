// What must not compile, and what must, on this repository's own TypeScript, which is written in Go: the older ones take five times as
// long, and are a slow suite.
import { expect, test } from "vitest";
import { ownCompiler } from "./compile.ts";
import { fewestDefinitions, printedBy } from "./printed-errors.ts";

test("TypeScript 7 prints exactly the messages in testdata, within the budget", async ({ task }) => {
  const { printed, wanted, definitions, note, withinBudget } = await printedBy(ownCompiler);
  task.meta.note = note;
  expect(printed).toEqual(wanted);
  expect(definitions).toBeGreaterThanOrEqual(fewestDefinitions);
  expect(withinBudget).toBe(true);
});
