// What handlers return in spite of their types, and which of it leaves.
import { hookCatalog } from "@capstan/api/catalog";
import { expect, test } from "vitest";
import { fail, proceed } from "../authoring/results.ts";
import { AnswerFault } from "./answer-problem.ts";
import { readResult } from "./read-result.ts";

const { BeforeClusterDelete, DiscoverVariables, GeneratePatches, ValidateTopology } = hookCatalog;

/** The problem of an answer, with what the log shows of it. */
function problemOf(returned: unknown, hook = DiscoverVariables as typeof GeneratePatches): unknown {
  try {
    readResult(hook, returned);
  } catch (error) {
    if (error instanceof AnswerFault) return [error.found.path, error.found.problem];
    throw error;
  }
  return undefined;
}

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;
const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], 1);
const throws = {
  get schema(): never {
    throw new Error("no schema");
  },
};

test.each([
  { name: "a BigInt", value: 1n, want: "a BigInt is not a value of JSON" },
  { name: "a function", value: () => 1, want: "a function is not a value of JSON" },
  { name: "a symbol", value: Symbol("a"), want: "a symbol is not a value of JSON" },
  { name: "a number without end", value: Number.POSITIVE_INFINITY, want: "Infinity is not a number of JSON" },
  { name: "what is no number", value: Number.NaN, want: "NaN is not a number of JSON" },
  { name: "a Map", value: new Map([["a", 1]]), want: "a Map or a Set is not a value of JSON" },
  {
    name: "a toJSON that throws",
    value: {
      toJSON: () => {
        throw new Error("no");
      },
    },
    want: "reading it throws an error",
  },
])("$name is rejected with its path", ({ value, want }) => {
  const path = "variables[0].schema";
  expect(problemOf(proceed({ variables: [{ schema: value }] }))).toEqual([path, `${path}: ${want}`]);
});

test("cycles, depth, getters that throw and proxies are rejected", () => {
  expect(problemOf(proceed({ variables: cyclic }))).toEqual(["variables.self", "variables.self: it contains itself"]);
  expect(String(problemOf(proceed({ variables: deep })))).toContain("it is more than 100 levels deep");
  expect(problemOf(proceed({ variables: [throws] }))).toEqual([
    "variables[0]",
    "variables[0]: reading it throws an error",
  ]);
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(String(problemOf(proxy))).toContain("reading it throws an error");
});

test("an answer of more than 16 Mi characters is rejected, also when one string is in many places", () => {
  const part = "x".repeat(1_000_000);
  const want = ["", "it has more than 16777216 characters"];
  expect(problemOf(proceed({ variables: Array.from({ length: 17 }, () => part) }))).toEqual(want);
  expect(problemOf(proceed({ variables: [{ [part.repeat(17)]: 1 }] }))).toEqual(want);
});

test("toJSON is called once, and undefined is left out, as JSON does", () => {
  const at = new Date("2026-01-02T03:04:05Z");
  const returned = proceed({ variables: [{ at, none: undefined }, undefined], nested: undefined });
  expect(readResult(DiscoverVariables, returned).payload).toStrictEqual({
    variables: [{ at: "2026-01-02T03:04:05.000Z" }, null],
  });
});

test("each getter is read once", () => {
  let reads = 0;
  const returned = {
    result: "fail",
    get payload() {
      reads += 1;
      return { message: `read ${reads}` };
    },
  };
  expect(readResult(BeforeClusterDelete, returned)).toEqual(fail("read 1"));
});

const delay = (seconds: unknown): object => ({ result: "retryAfter", payload: { seconds, message: "" } });

test.each([-5, 0, 0.5, 1e12, "5", undefined, null])("a delay of %j seconds is rejected", (seconds) => {
  expect(problemOf(delay(seconds), BeforeClusterDelete as never)).toEqual([
    "seconds",
    "seconds: it is not a whole number from 1 to 2147483647",
  ]);
});

test("a delay of whole seconds leaves, where the hook can block", () => {
  expect(readResult(BeforeClusterDelete, delay(5)).payload).toEqual({ seconds: 5, message: "" });
  expect(problemOf(delay(5), ValidateTopology as never)).toEqual(["", "this hook cannot block"]);
});

test("fields that the result decides, or that the response does not have, are rejected", () => {
  expect(problemOf(proceed({ status: "Failure" }))).toEqual(["status", "status: proceed, retryAfter and fail set it"]);
  expect(problemOf(proceed({ variable: [] }))).toEqual([
    "variable",
    'variable: the response has no such field; did you mean "variables"?',
  ]);
  expect(problemOf(fail(1 as never))).toEqual(["message", "message: it is not a string"]);
});
