// Errors: recognized by their brand and code, described with their help, created from tables.
import { runInNewContext } from "node:vm";
import { expect, it, test } from "vitest";
import type { DiagnosticTable } from "./diagnostic.ts";
import { kubeErrors } from "./kube-errors.ts";
import { CapstanError, describeError, errorFrom, errorOf, isCapstanError } from "./errors.ts";

it("is recognized by its brand and code", () => {
  const error = new CapstanError("kube/demo", "it broke", { help: "fix it", cause: 1 });
  expect([
    isCapstanError(error),
    isCapstanError(error, "kube/demo"),
    isCapstanError(error, "kube/other"),
    isCapstanError(new Error("x")),
  ]).toEqual([true, true, false, false]);
});

it("is no value that cannot be read", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(isCapstanError(proxy)).toBe(false);
});

it("describes itself with its help", () => {
  expect(describeError(new CapstanError("kube/demo", "it broke", { help: "fix it" }))).toBe("it broke\n  help: fix it");
  expect(describeError("plain")).toBe("plain");
  expect(describeError({ status: 1 })).toBe('{"status":1}');
  expect(describeError(new Error("other"))).toBe("other");
});

const table = {
  "x/taken": { severity: "error", message: "port {port} is taken", help: "choose another than {port}", explain: "" },
  "x/bare": { severity: "error", message: "nothing to add", explain: "" },
} as const satisfies DiagnosticTable;

test("fills message and help, and keeps code and cause", () => {
  const cause = new Error("EADDRINUSE");
  const error = errorOf(table, "x/taken", { values: { port: 9443 }, cause });
  expect(describeError(error)).toBe("port 9443 is taken\n  help: choose another than 9443");
  expect([error.code, error.cause]).toEqual(["x/taken", cause]);
});

test("an error without a help has no help and no cause", () => {
  const error = errorOf(table, "x/bare");
  expect([describeError(error), error.help, error.cause]).toEqual(["nothing to add", undefined, undefined]);
});

test("a cause is only there when one is given", () => {
  expect(["cause" in new CapstanError("x/y", ""), "cause" in new CapstanError("x/y", "", { cause: 1 })]).toEqual([
    false,
    true,
  ]);
});

test("every error of the package is explained", () => {
  const rules = Object.entries(kubeErrors);
  expect(rules.filter(([, { severity, explain }]) => severity !== "error" || explain.length < 40)).toEqual([]);
  expect(rules.filter(([, { help }]) => help === undefined || help.length < 20).map(([code]) => code)).toEqual([
    "kube/json-patch",
  ]);
});

const circle: { self?: object } = {};
circle.self = circle;
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error("hands off");
    },
  },
);

test.each([
  { name: "a string", given: "no route", want: "no route" },
  { name: "undefined", given: undefined, want: "undefined" },
  { name: "null", given: null, want: "null" },
  { name: "an object", given: { code: 42 }, want: '{"code":42}' },
  { name: "a BigInt", given: 7n, want: "7" },
  { name: "a symbol", given: Symbol("s"), want: "Symbol(s)" },
  { name: "an object with a message, as some libraries throw", given: { message: "quota", code: 1 }, want: "quota" },
  { name: "an object that refers to itself", given: circle, want: "[object Object]" },
  { name: "an object without a prototype that JSON does not have", given: bare(), want: "a value without a message" },
  { name: "an object whose fields throw", given: hostile, want: "a value without a message" },
])("$name that was caught becomes an Error with a message", ({ given, want }) => {
  expect(errorFrom(given).message).toBe(want);
});

function bare(): object {
  return Object.assign(Object.create(null) as object, { big: 7n });
}

test("an Error of another realm keeps its stack", () => {
  const foreign: unknown = runInNewContext("new TypeError('far away')");
  expect(foreign instanceof Error).toBe(false);
  expect(errorFrom(foreign).message).toBe("far away");
  expect(errorFrom(foreign).stack).toContain("TypeError: far away");
});

test("an Error whose message is not a string is described", () => {
  expect(describeError(Object.assign(new Error("x"), { message: { a: 1 } }))).toBe('{"a":1}');
});
