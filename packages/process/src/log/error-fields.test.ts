// What a log line has of an error: its code or its stack.
import { CapstanError } from "@capstan/kube";
import { expect, test } from "vitest";
import { errorFields } from "./error-fields.ts";

test("an error of Capstan's has its code and help, and no stack", () => {
  expect(errorFields(new CapstanError("demo/full", "it is full", { help: "empty it" }))).toEqual({
    error: "it is full\n  help: empty it",
    code: "demo/full",
  });
});

test("any other error has its stack", () => {
  const error = new TypeError("no such field");
  expect(errorFields(error)).toEqual({ error: "no such field", stack: error.stack });
  expect(String(errorFields(error)["stack"])).toContain("error-fields.test.ts");
});

test("several errors have all their stacks", () => {
  const errors = [new Error("one"), new Error("two")];
  const stack = String(errorFields(new AggregateError(errors, "both"))["stack"]);
  for (const { message } of errors) expect(stack).toContain(`Error: ${message}\n`);
});

test.each([
  { given: "broken", want: "broken" },
  { given: undefined, want: "undefined" },
])("$given that was thrown", ({ given, want }) => {
  expect(errorFields(given)["error"]).toBe(want);
});
