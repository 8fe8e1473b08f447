// Results: a wrong duration fails where it is written.
import { expect, test } from "vitest";
import { done, provisioned, requeueAfter, waiting } from "./result.ts";

test.each([
  { name: "requeueAfter", make: () => requeueAfter("15") },
  { name: "waiting", make: () => waiting("A", "B", "c", { requeueAfter: "soon" }) },
  { name: "done", make: () => done({ requeueAfter: "" }) },
  { name: "provisioned", make: () => provisioned({}, { requeueAfter: "1 h" }) },
])("$name rejects what is not a duration", ({ make }) => {
  expect(make).toThrow("is not a duration");
});

test("a duration is kept as it is written", () => {
  expect(requeueAfter("1h30m").requeueAfter).toBe("1h30m");
});
