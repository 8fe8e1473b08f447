// Functions of sprig for defaults, numbers, lists, maps and JSON.
import { isDeepStrictEqual } from "node:util";
import { checkBound } from "./bounds.ts";
import { type GoFunction, ofAny } from "./functions.ts";
import { stringOf } from "./sprig-strings.ts";
import { FunctionFailure, UnplayedTemplate } from "./go-errors.ts";
import {
  entryOf,
  formatValue,
  GoInteger,
  type GoMap,
  type GoValue,
  isList,
  isMap,
  isTrue,
  sortedEntries,
} from "./values.ts";

type Given = GoValue | undefined;

/** A value as an integer; 0 for what is none. */
function integerOf(value: Given): bigint {
  if (value instanceof GoInteger) return value.value;
  if (typeof value === "number") {
    if (Math.abs(value) >= 2 ** 63) throw new UnplayedTemplate(`the integer of ${formatValue(value)}`);
    return BigInt(Math.trunc(value));
  }
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value !== "string") return 0n;
  const [, plain] = /^([+-]?(?:0|[1-9]\d{0,17}))$/.exec(value) ?? [];
  if (plain !== undefined) return BigInt(plain.replace("+", ""));
  if (/\d/.test(value)) throw new UnplayedTemplate(`the integer of ${JSON.stringify(value)}`);
  return 0n;
}

function int64(value: bigint): GoInteger {
  return new GoInteger(BigInt.asIntN(64, value), "int64");
}

function divided(a: Given, b: Given, divide: (a: bigint, b: bigint) => bigint): GoInteger {
  const by = integerOf(b);
  if (by === 0n) throw new FunctionFailure("runtime error: integer divide by zero");
  return int64(divide(integerOf(a), by));
}

function floatOf(value: Given): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return Number(integerOf(value));
  if (/^[+-]?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  throw new UnplayedTemplate(`the float of ${JSON.stringify(value)}`);
}

function extreme(values: readonly Given[], isBetter: (a: bigint, b: bigint) => boolean): GoInteger {
  return int64(values.map(integerOf).reduce((best, each) => (isBetter(each, best) ? each : best)));
}

function counted(to: number): GoValue {
  checkBound(Math.abs(to), "elements");
  const step = to < 0 ? -1 : 1;
  return Array.from({ length: Math.abs(to) }, (_, index) => new GoInteger(index * step));
}

/** The kind of a value in messages of sprig. */
function kindOf(value: GoValue): string {
  if (value instanceof GoInteger) return value.type;
  if (typeof value === "number") return "float64";
  return typeof value === "boolean" ? "bool" : isMap(value) ? "map" : typeof value;
}

function listOf(value: Given, problem: (kind: string) => string): readonly GoValue[] {
  if (value === undefined || value === null)
    throw new FunctionFailure("runtime error: invalid memory address or nil pointer dereference");
  if (isList(value)) return value;
  throw new FunctionFailure(problem(kindOf(value)));
}

/** A function of a list that fails for everything else. */
function ofList(name: string, call: (list: readonly GoValue[]) => GoValue): GoFunction {
  return ofAny(1, ([list]) => call(listOf(list, (kind) => `Cannot find ${name} on type ${kind}`)));
}

function has([needle, list]: readonly Given[]): GoValue {
  if (list === undefined || list === null) return false;
  return listOf(list, (kind) => `Cannot find has on type ${kind}`).some((each) =>
    isDeepStrictEqual(each, needle ?? null),
  );
}

function unique(list: readonly GoValue[]): GoValue {
  // Each element is compared with all before it.
  if (list.length > 1000) throw new UnplayedTemplate("uniq of more than 1,000 elements");
  return list.filter((each, index) => list.findIndex((other) => isDeepStrictEqual(other, each)) === index);
}

function added([list, value]: readonly Given[], isFirst: boolean): GoValue {
  const all = listOf(list, (kind) => `Cannot ${isFirst ? "prepend" : "push"} on type ${kind}`);
  return isFirst ? [value ?? null, ...all] : [...all, value ?? null];
}

function dictionary(values: readonly Given[]): GoValue {
  const pairs = values.flatMap((value, index) =>
    index % 2 === 0 ? [[stringOf(value), values.length > index + 1 ? (values[index + 1] ?? null) : ""] as const] : [],
  );
  return Object.fromEntries(pairs);
}

function mapAt(values: readonly Given[]): GoMap {
  const [map] = values;
  return isMap(map) ? map : {};
}

/** JSON as Go writes it: maps in the order of their keys. */
function json(value: Given): string {
  if (value instanceof GoInteger) return String(value.value);
  if (isList(value)) return `[${value.map(json).join(",")}]`;
  if (isMap(value))
    return `{${sortedEntries(value)
      .map(([key, each]) => `${JSON.stringify(key)}:${json(each)}`)
      .join(",")}}`;
  return JSON.stringify(value ?? null);
}

function forHtml(text: string): string {
  return text.replaceAll(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** By their names. */
export const valueFunctions: Readonly<Record<string, GoFunction>> = {
  default: ofAny(1, ([fallback, given]) => (isTrue(given) ? given : fallback), "rest"),
  empty: ofAny(1, ([value]) => !isTrue(value)),
  coalesce: ofAny(0, (values) => values.find(isTrue) ?? null, "rest"),
  all: ofAny(0, (values) => values.every(isTrue), "rest"),
  any: ofAny(0, (values) => values.some(isTrue), "rest"),
  ternary: { parameters: ["any", "any", "bool"], call: ([yes, no, isTaken]) => (isTaken === true ? yes : no) },
  int: ofAny(1, ([value]) => new GoInteger(integerOf(value))),
  int64: ofAny(1, ([value]) => int64(integerOf(value))),
  float64: ofAny(1, ([value]) => floatOf(value)),
  add: ofAny(0, (values) => int64(values.reduce((sum, each) => sum + integerOf(each), 0n)), "rest"),
  add1: ofAny(1, ([value]) => int64(integerOf(value) + 1n)),
  sub: ofAny(2, ([a, b]) => int64(integerOf(a) - integerOf(b))),
  mul: ofAny(1, (values) => int64(values.reduce((product, each) => product * integerOf(each), 1n)), "rest"),
  div: ofAny(2, ([a, b]) => divided(a, b, (x, y) => x / y)),
  mod: ofAny(2, ([a, b]) => divided(a, b, (x, y) => x % y)),
  max: ofAny(1, (values) => extreme(values, (a, b) => a > b), "rest"),
  min: ofAny(1, (values) => extreme(values, (a, b) => a < b), "rest"),
  floor: ofAny(1, ([value]) => Math.floor(floatOf(value))),
  ceil: ofAny(1, ([value]) => Math.ceil(floatOf(value))),
  until: { parameters: ["int"], call: ([count]) => counted(Number(integerOf(count))) },
  list: ofAny(0, (values) => values.map((each) => each ?? null), "rest"),
  first: ofList("first", (list) => list[0] ?? null),
  last: ofList("last", (list) => list.at(-1) ?? null),
  rest: ofList("rest", (list) => list.slice(1)),
  initial: ofList("initial", (list) => list.slice(0, -1)),
  reverse: ofList("reverse", (list) => list.toReversed()),
  uniq: ofList("uniq", unique),
  compact: ofAny(1, ([list]) =>
    listOf(list, (kind) => `Cannot compact on type ${kind}`).filter((each) => isTrue(each)),
  ),
  has: ofAny(2, has),
  append: ofAny(2, (values) => added(values, false)),
  prepend: ofAny(2, (values) => added(values, true)),
  dict: ofAny(0, dictionary, "rest"),
  get: { parameters: ["map", "string"], call: (values) => entryOf(mapAt(values), stringOf(values[1])) ?? "" },
  hasKey: {
    parameters: ["map", "string"],
    call: (values) => entryOf(mapAt(values), stringOf(values[1])) !== undefined,
  },
  toJson: ofAny(1, ([value]) => forHtml(json(value))),
  toRawJson: ofAny(1, ([value]) => json(value)),
};
