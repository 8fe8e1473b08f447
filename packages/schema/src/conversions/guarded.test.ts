// Loops in a conversion are errors.
import { Script } from "node:vm";
import { expect, it, onTestFinished, vi } from "vitest";
import { spoke } from "../../test/written-conversions.ts";
import type { CheckedConversion } from "./checked-conversion.ts";
import { CapstanError } from "@capstan/kube";
import { guardOf, untilEndless, withinTime } from "./guarded.ts";

it("results and errors are those of what runs", () => {
  const error = new Error("own");
  expect(withinTime(() => 7)).toBe(7);
  expect(withinTime(() => undefined)).toBeUndefined();
  expect(() =>
    withinTime(() => {
      throw error;
    }),
  ).toThrow(error);
});

it("what a busy machine delays is run again with more time, and a loop is stopped", () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let runs = 0;
  const delayed = (): number => {
    runs += 1;
    if (runs < 3) Atomics.wait(cell, 0, 0, 500);
    return runs;
  };
  expect(withinTime(delayed, 50)).toBe(3);
  const loop = (): never => {
    for (;;);
  };
  expect(() => withinTime(loop, 50)).toThrow("a conversion did not end within 0.05 s: a function of it loops");
});

it("the limit is five seconds", () => {
  const limits = vi.spyOn(Script.prototype, "runInContext");
  onTestFinished(() => limits.mockRestore());
  expect(guardOf({})(() => 7)).toBe(7);
  expect(limits.mock.calls.map(([, options]) => options)).toEqual([{ timeout: 5000 }]);
});

it("time is limited where functions of an author's own may convert", () => {
  const version = { apiVersion: "g.io/v1", schema: {} };
  const conversion: CheckedConversion = { hub: version, spoke: version, convert: () => spoke({}) };
  const isLimited = (): boolean => new Error().stack?.includes("runInContext") === true;
  expect(guardOf(conversion)(isLimited)).toBe(true);
  expect(guardOf({ ...conversion, byRulesAlone: true })(isLimited)).toBe(false);
});

it("an error of a conversion has its code and help, and no place where it was thrown", () => {
  const run = untilEndless({});
  const fail = (): never => {
    throw new CapstanError("conversion/function-result", "the result is no Int32", { help: "return a smaller number" });
  };
  const stackOf = (): unknown => {
    try {
      return run({}, fail);
    } catch (error) {
      return error instanceof Error && error.stack;
    }
  };
  expect(stackOf()).toBe("Error: conversion/function-result: the result is no Int32\n  help: return a smaller number");
});
