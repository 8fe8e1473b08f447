// Errors: recognised by their brand and code, and described with their mend.
import { expect, it } from "vitest";
import { CapstanError, describeError, isCapstanError } from "./errors.ts";

it("is recognised by its brand and code", () => {
  const error = new CapstanError("kube/demo", "it broke", { mend: "mend it", cause: 1 });
  expect([
    isCapstanError(error),
    isCapstanError(error, "kube/demo"),
    isCapstanError(error, "kube/other"),
    isCapstanError(new Error("x")),
  ]).toEqual([true, true, false, false]);
});

it("describes itself with its mend", () => {
  expect(describeError(new CapstanError("kube/demo", "it broke", { mend: "mend it" }))).toBe(
    "it broke\n  mend: mend it",
  );
  expect(describeError("plain")).toBe("plain");
});
