// The errors of several steps.
import { expect, test } from "vitest";
import { Failures } from "./failures.ts";

const [first, second] = [new Error("first"), new Error("second")];

test("without errors nothing is thrown", async () => {
  const failures = new Failures();
  await failures.attempt(async () => "fine");
  expect(failures.any).toBe(false);
  expect(() => failures.throwIfAny()).not.toThrow();
});

test("one error is thrown as it is", async () => {
  const failures = new Failures();
  await failures.attempt(() => Promise.reject(first));
  expect(failures.any).toBe(true);
  expect(() => failures.throwIfAny()).toThrow(first);
});

test("several errors are thrown as one that names them all", () => {
  const failures = new Failures();
  failures.add(first);
  failures.add(second);
  const thrown = (): unknown => {
    try {
      return failures.throwIfAny();
    } catch (error) {
      return error;
    }
  };
  expect(thrown()).toBeInstanceOf(AggregateError);
  expect(thrown()).toMatchObject({ message: "Error: first; Error: second", errors: [first, second] });
});
