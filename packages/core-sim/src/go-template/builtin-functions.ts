// The functions that templates of Go have themselves.
import { formatted, printedValues } from "./format.ts";
import { type GoFunction, ofAny } from "./functions.ts";
import { FunctionFailure } from "./go-errors.ts";
import { byBytes, entryOf, formatValue, GoInteger, type GoValue, isList, isMap, isTrue, goTypeOf } from "./values.ts";

type Given = GoValue | undefined;

/** What can be compared. */
type Kind = "bool" | "float" | "int" | "uint" | "string" | "none";

function kindOf(value: Given): Kind {
  if (value instanceof GoInteger) return value.type === "uint8" ? "uint" : "int";
  if (typeof value === "number") return "float";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "bool" : "none";
}

function isNone(value: Given): value is null | undefined {
  return value === undefined || value === null;
}

function incompatible(a: GoValue, b: GoValue): FunctionFailure {
  return new FunctionFailure(`incompatible types for comparison: ${goTypeOf(a)} and ${goTypeOf(b)}`);
}

function areEqual(a: Given, b: Given): boolean {
  const [one, other] = [kindOf(a), kindOf(b)];
  if (a instanceof GoInteger && b instanceof GoInteger) return a.value === b.value;
  if (isNone(a) || isNone(b)) return isNone(a) && isNone(b);
  if (one !== other) throw incompatible(a, b);
  if (one !== "none") return a === b;
  if (goTypeOf(a) !== goTypeOf(b))
    throw new FunctionFailure(
      `non-comparable types ${formatted("%s", [a])}: ${goTypeOf(a)}, ${goTypeOf(b)}: ${formatValue(b)}`,
    );
  throw new FunctionFailure(`non-comparable type ${formatted("%s", [b])}: ${goTypeOf(b)}`);
}

function equalsAny([first, ...others]: readonly Given[]): boolean {
  if (others.length === 0) throw new FunctionFailure("missing argument for comparison");
  return others.some((other) => areEqual(first, other));
}

function isLess(a: Given, b: Given): boolean {
  const invalid = "invalid type for comparison";
  if (isNone(a) || isNone(b) || kindOf(a) === "none" || kindOf(b) === "none") throw new FunctionFailure(invalid);
  if (a instanceof GoInteger && b instanceof GoInteger) return a.value < b.value;
  if (kindOf(a) !== kindOf(b)) throw incompatible(a, b);
  if (typeof a === "string" && typeof b === "string") return byBytes(a, b) < 0;
  if (typeof a === "number" && typeof b === "number") return a < b;
  throw new FunctionFailure(invalid);
}

function isLessOrEqual(a: Given, b: Given): boolean {
  return isLess(a, b) || areEqual(a, b);
}

function lengthOf(value: Given): GoValue {
  if (value === undefined) throw new FunctionFailure("reflect: call of reflect.Value.Type on zero Value");
  if (value === null) throw new FunctionFailure("len of nil pointer");
  if (typeof value === "string") return new GoInteger(Buffer.byteLength(value));
  if (isList(value)) return new GoInteger(value.length);
  if (isMap(value)) return new GoInteger(Object.keys(value).length);
  throw new FunctionFailure(`len of type ${goTypeOf(value)}`);
}

function indexed([item, ...indexes]: readonly Given[]): Given {
  if (isNone(item)) throw new FunctionFailure("index of untyped nil");
  let found: GoValue = item;
  for (const index of indexes) found = elementOf(found, index);
  return found;
}

function elementOf(item: GoValue, index: Given): GoValue {
  if (item === null) throw new FunctionFailure("index of nil pointer");
  if (isMap(item)) {
    if (isNone(index)) throw new FunctionFailure("value is nil; should be of type string");
    if (typeof index !== "string") throw new FunctionFailure(`value has type ${goTypeOf(index)}; should be string`);
    return entryOf(item, index) ?? null;
  }
  if (typeof item !== "string" && !isList(item))
    throw new FunctionFailure(`can't index item of type ${goTypeOf(item)}`);
  if (isNone(index)) throw new FunctionFailure("cannot index slice/array with nil");
  if (!(index instanceof GoInteger)) throw new FunctionFailure(`cannot index slice/array with type ${goTypeOf(index)}`);
  const [at, what] = [Number(index.value), typeof item === "string" ? "string" : "slice"];
  const bytes = typeof item === "string" ? Buffer.from(item) : undefined;
  const { length } = bytes ?? item;
  if (at < 0 || at > length) throw new FunctionFailure(`index out of range: ${at}`);
  if (at === length) throw new FunctionFailure(`reflect: ${what} index out of range`);
  if (bytes !== undefined) return new GoInteger(bytes[at] ?? 0, "uint8");
  return isList(item) ? (item[at] ?? null) : null;
}

function format([text, ...values]: readonly Given[]): GoValue {
  return formatted(typeof text === "string" ? text : "", values);
}

/** By their names. `and` and `or` are evaluated where they are called, since they do not evaluate all arguments. */
export const builtinFunctions: Readonly<Record<string, GoFunction>> = {
  and: ofAny(1, ([value]) => value, "rest"),
  or: ofAny(1, ([value]) => value, "rest"),
  not: ofAny(1, ([value]) => !isTrue(value)),
  len: ofAny(1, ([value]) => lengthOf(value)),
  index: ofAny(1, indexed, "rest"),
  eq: ofAny(1, equalsAny, "rest"),
  ne: ofAny(2, ([a, b]) => !areEqual(a, b)),
  lt: ofAny(2, ([a, b]) => isLess(a, b)),
  le: ofAny(2, ([a, b]) => isLessOrEqual(a, b)),
  gt: ofAny(2, ([a, b]) => !isLessOrEqual(a, b)),
  ge: ofAny(2, ([a, b]) => !isLess(a, b)),
  print: ofAny(0, (values) => printedValues(values, "unless strings"), "rest"),
  println: ofAny(0, (values) => `${printedValues(values, "always")}\n`, "rest"),
  printf: { parameters: ["string"], rest: "any", call: format },
};

/** The others, which are not played. */
export const unplayedBuiltins: ReadonlySet<string> = new Set(["call", "html", "js", "slice", "urlquery"]);
