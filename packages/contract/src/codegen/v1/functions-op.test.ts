// Functions of the author in a conversion: what they get, and what happens when they fail.
import { parseExactJson, stringifyExactJson } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import type { FunctionContext } from "../../conversion/conversion-rules.ts";
import type { ConversionPlan } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { byFunctions, type DeclaredRules, type FunctionShapes } from "./functions-op.ts";
import { reference } from "./value-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const size: FunctionShapes = { older: "integer", newer: "string" };

function planWith(as: object, shapes: FunctionShapes = size): ConversionPlan {
  // The tests give wrong functions too, which no type allows.
  const declaration = { older: { "spec.size": { as } } } as unknown as DeclaredRules;
  const op = byFunctions(declaration, "spec.size", shapes);
  const field = { older: ["spec", "size"], newer: ["spec", "size"], as: op, shape: shapes.newer };
  return { ...planOfFoo, rules: { fields: [field] } };
}
const object = (version: string, value: unknown, annotations?: object): object => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "a", ...(annotations && { annotations }) },
  spec: { size: value },
});
const sizeOf = (converted: object): unknown => (converted as { spec: { size?: unknown } }).spec.size;
const gib = { forward: (value: number) => `${value}Gi`, back: (value: string) => Number.parseInt(value, 10) };
const code = (value: string): object => expect.objectContaining({ code: value });

it("functions get the value and what is converted, in both directions", () => {
  const seen: unknown[] = [];
  const plan = planWith({
    forward: (value: number, context: object) => (seen.push(value, context), gib.forward(value)),
    back: (value: string, context: object) => (seen.push(value, context), gib.back(value)),
  });
  expect(sizeOf(convertTo("newer", plan, { object: object("v1", 4) }))).toBe("4Gi");
  expect(sizeOf(convertTo("older", plan, { object: object("v2", "4Gi") }))).toBe(4);
  const names = { kind: "Foo", older: "g.io/v1", newer: "g.io/v2", apiVersionOf: expect.any(Function) };
  expect(seen.slice(0, 2)).toEqual([4, { ...names, direction: "forward" }]);
  expect(seen.slice(2, 4)).toEqual(["4Gi", { ...names, direction: "back" }]);
});

it("a function looks up the apiVersion of a kind in the context", () => {
  const plan = planWith(
    { forward: () => "", back: (_: string, context: FunctionContext) => context.apiVersionOf("g.io", "Bar") },
    { older: "string", newer: "string" },
  );
  const context = { apiVersionOf: (group: string): string => `${group}/v7` };
  expect(sizeOf(convertTo("older", plan, { object: object("v2", "a"), context }))).toBe("g.io/v7");
  expect(sizeOf(convertTo("older", plan, { object: object("v2", "a") }))).toBeUndefined();
});

it("what a function returns as undefined is absent, and an absent or impossible value is not given to it", () => {
  const plan = planWith({
    forward: (value: number) => {
      if (typeof value !== "number") throw new Error("no number");
      return undefined;
    },
    back: gib.back,
  });
  expect(convertTo("newer", plan, { object: object("v1", 4) })).toHaveProperty("spec", {});
  expect(convertTo("newer", plan, { object: object("v1", undefined) })).toHaveProperty("spec", { size: undefined });
  expect(sizeOf(convertTo("newer", plan, { object: object("v1", "four") }))).toBe("four");
});

it("a value without the nulls that the API server would drop is given, because server-side apply converts it with them", () => {
  const given: unknown[] = [];
  const name = { fields: { first: "string", last: { nullable: "string" } } } as const;
  const plan = planWith(
    { forward: (value: object) => (given.push(value), JSON.stringify(value)), back: (value: string) => value },
    { older: name, newer: "string" },
  );
  const converted = convertTo("newer", plan, { object: object("v1", { first: null, last: null }) });
  expect(given[0]).toEqual({ last: null });
  expect(sizeOf(converted)).toBe('{"last":null}');
});

it("a null that the API server would drop removes nothing that is kept with it", () => {
  const disk = { fields: { name: "string", tier: "string", model: "string" }, required: ["name"] } as const;
  const plan = planWith(
    { forward: (name: string) => ({ name }), back: ({ name }: { name: string }) => name },
    { older: "string", newer: disk },
  );
  const older = convertTo("older", plan, { object: object("v2", { name: "a", tier: "gold", model: null }) });
  expect(sizeOf(older)).toBe("a");
  expect(sizeOf(convertTo("newer", plan, { object: older }))).toEqual({ name: "a", tier: "gold" });
  const nullable = { ...disk, fields: { ...disk.fields, model: { nullable: "string" } } } as const;
  const withNull = planWith(
    { forward: (name: string) => ({ name }), back: ({ name }: { name: string }) => name },
    { older: "string", newer: nullable },
  );
  const read = convertTo("older", withNull, { object: object("v2", { name: "a", tier: "gold", model: null }) });
  expect(sizeOf(convertTo("newer", withNull, { object: read }))).toEqual({ name: "a", tier: "gold", model: null });
});

describe("a failing function fails the conversion with the path", () => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  it.each<[string, () => unknown, string, string]>([
    [
      "throws",
      () => {
        throw new Error("odd");
      },
      "conversion/function-failed",
      "the function `forward` of the conversion of spec.size failed: odd",
    ],
    ["returns a promise", () => Promise.resolve("4Gi"), "conversion/function-failed", "failed: a Promise is not JSON"],
    ["returns a date", () => new Date(0), "conversion/function-failed", "failed: a Date is not JSON"],
    ["returns NaN", () => Number.NaN, "conversion/function-failed", "failed: NaN is not JSON"],
    ["returns a function", () => gib.forward, "conversion/function-failed", "is not JSON"],
    ["returns a cycle", () => cyclic, "conversion/function-failed", "call stack"],
    [
      "returns another type",
      () => 4,
      "conversion/function-result",
      "returned 4, which the field of the other version cannot have",
    ],
    ["returns null", () => null, "conversion/function-result", "returned null"],
  ])("%s", (_, forward, want, message) => {
    const convert = (): unknown => convertTo("newer", planWith({ ...gib, forward }), { object: object("v1", 4) });
    expect(convert).toThrow(code(want) as Error);
    expect(convert).toThrow(message);
  });
});

it("a result that is short in memory and gigabytes as JSON is not copied", () => {
  const items = Array.from({ length: 20_000 }, (_, i) => `item-${i}`);
  const list = { older: { list: "string" }, newer: "any" } as const;
  const plan = planWith({ forward: (names: string[]) => names.map((name) => ({ name, names })), back: () => [] }, list);
  const before = process.threadCpuUsage().user;
  const convert = (): unknown => convertTo("newer", plan, { object: object("v1", items) });
  expect(convert).toThrow("failed: its result has more than 8388608 characters as JSON");
  expect(process.threadCpuUsage().user - before).toBeLessThan(500_000);
});

it("a function may change what it gets and keep what it returned", () => {
  const list = { older: { list: "string" }, newer: { list: "string" } } as const;
  const shared = ["b"];
  const plan = planWith({ forward: (value: string[]) => (value.push("x"), shared), back: () => shared }, list);
  const input = object("v1", ["a"]);
  const result = convertTo("newer", plan, { object: input });
  expect(input).toEqual(object("v1", ["a"]));
  expect(sizeOf(result)).toEqual(["b"]);
  expect(sizeOf(result)).not.toBe(shared);
});

it("a number with more digits than JavaScript keeps is rejected, and not rounded", () => {
  const input = parseExactJson(
    JSON.stringify(object("v1", 1)).replace('"size":1', '"size":9007199254740993'),
  ) as object;
  const json = { parse: parseExactJson, stringify: stringifyExactJson };
  const convert = (): unknown => convertTo("newer", planWith(gib), { object: input, context: { json } });
  expect(convert).toThrow(code("conversion/function-failed") as Error);
});

it("kept data on which a function fails is ignored: anybody could have written it", () => {
  const plan = planWith({
    ...gib,
    back: (value: string) => {
      if (value === "evil") throw new Error("evil");
      return gib.back(value);
    },
  });
  const forged = { "cluster.x-k8s.io/conversion-data": '{"spec":{"size":"evil"}}' };
  expect(convertTo("newer", plan, { object: object("v1", 4, forged) })).toEqual(object("v2", "4Gi"));
});

it("the value of the hub comes back where the function agrees", () => {
  const plan = planWith(gib);
  const older = convertTo("older", plan, { object: object("v2", "4.5Gi") });
  expect(sizeOf(older)).toBe(4);
  expect(convertTo("newer", plan, { object: older })).toEqual(object("v2", "4.5Gi"));
});

describe("numbers with more digits than JavaScript keeps", () => {
  const any: FunctionShapes = { older: "any", newer: "any" };
  const op = byFunctions(
    { older: { size: { as: { forward: (value: unknown) => value, back: (value: unknown) => value } } } } as never,
    "size",
    any,
  );

  it.each(['{"a":[1,{"b":9007199254740993}]}', "[9007199254740993]"])("are found anywhere: %s", (text) => {
    expect(() => op.toNewer(parseExactJson(text), {})).toThrow(
      "the function `forward` of the conversion of size failed: a number has more digits than JavaScript keeps",
    );
  });

  it.each(['{"a":[1,null,{"b":"9007199254740993"}]}', "null", "1.5", '"x"'])("%s has none", (text) => {
    expect(op.toOlder(parseExactJson(text), {})).toEqual(JSON.parse(text));
  });
});

it("an operation may be tried on its own: then nothing is known of what is converted", () => {
  const seen: unknown[] = [];
  const forward = (_: unknown, { apiVersionOf: __, ...context }: FunctionContext): string => {
    seen.push(context);
    return "";
  };
  byFunctions({ older: { size: { as: { forward, back: gib.back } } } } as never, "size", size).toNewer(1, {});
  expect(seen).toEqual([{ kind: "", older: "", newer: "", direction: "forward" }]);
});

it("an error has what the function threw as its cause", () => {
  const cause = new Error("odd");
  const forward = (): never => {
    throw cause;
  };
  const convert = (): unknown => convertTo("newer", planWith({ ...gib, forward }), { object: object("v1", 4) });
  expect(convert).toThrow(expect.objectContaining({ cause }) as Error);
});

it("the way back names itself when it fails", () => {
  const back = (): unknown => "4";
  const convert = (): unknown => convertTo("older", planWith({ ...gib, back }), { object: object("v2", "4Gi") });
  expect(convert).toThrow(
    'the function `back` of the conversion of spec.size returned "4", which the field of the other version cannot have',
  );
});

it("an error that is not of a function fails the conversion, also of kept data", () => {
  const field = { older: ["spec", "ref"], newer: ["spec", "ref"], as: reference("v1") };
  const plan: ConversionPlan = { ...planWith(gib), rules: { fields: [field] } };
  const data = { "cluster.x-k8s.io/conversion-data": '{"spec":{"ref":{"apiGroup":"g.io","kind":"Bar","name":"b"}}}' };
  const input = { ...object("v1", 0, data), spec: { ref: { name: "b" } } };
  const context = { apiVersionOf: (): string => "other.io/v1" };
  expect(() => convertTo("newer", plan, { object: input, context })).toThrow(
    code("conversion/wrong-api-version") as Error,
  );
});

it("the value of the hub comes back where it became what is there, although that would become another one", () => {
  const plan = planWith(
    { forward: () => "D", back: (value: string) => (value === "C" ? "b" : "d") },
    { older: "string", newer: "string" },
  );
  const older = convertTo("older", plan, { object: object("v2", "C") });
  expect(sizeOf(older)).toBe("b");
  expect(sizeOf(convertTo("newer", plan, { object: older }))).toBe("C");
});
