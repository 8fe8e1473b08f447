// What a line of a log is about.
import { expect, test } from "vitest";
import { failedPart } from "./read-log-line.ts";

test("a failure is about an object, or about a handler", () => {
  const entry = { level: "error", msg: "Call failed" };
  expect(failedPart({ ...entry, controllerKind: "Foo", Foo: { name: "a" } })).toBe("Foo a");
  expect(failedPart({ ...entry, hook: "BeforeClusterCreate", handler: "gate" })).toBe("handler gate");
  expect(failedPart({ ...entry, handler: "gate" })).toBeUndefined();
  expect(failedPart(entry)).toBeUndefined();
});
