// Which outcomes of an earlier run are forgotten.
import { expect, test } from "vitest";
import { withoutUncovered } from "./incremental.ts";

test("static mutants that survived and those without a test are forgotten, everything else stays", () => {
  const mutants = [
    { id: "1", static: true, status: "Survived" },
    { id: "2", static: true, status: "Killed" },
    { id: "3", static: false, status: "Survived" },
    { id: "4", status: "NoCoverage" },
    { id: "5", static: true, status: "NoCoverage" },
  ];
  const report = { schemaVersion: "1", files: { "a.ts": { source: "x", mutants } } };
  expect(JSON.parse(withoutUncovered(JSON.stringify(report)))).toEqual({
    schemaVersion: "1",
    files: { "a.ts": { source: "x", mutants: mutants.slice(1, 3) } },
  });
});
