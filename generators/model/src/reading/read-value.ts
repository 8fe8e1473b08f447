// The literal given to a definer -> JSON, with the position of every value. Names of constants and spreads of literals are
// followed, across files; anything that would have to be run is reported.
import { formatPointer, type JSONValue, type Position } from "@capstan/kube";
import type { SourceSyntax, UntypedParameter, ValueEntry, ValueSyntax } from "../syntax/syntax.ts";
import type { FunctionLiteral } from "../type-model.ts";
import { literalsOf } from "./read-literals.ts";
import { startOf, report, type ModelReading } from "./reading.ts";

/** A static value and the position of each part, by JSON pointer. */
export interface StaticValue {
  readonly value: JSONValue;
  readonly positions: Record<string, Position>;
  /** The literals of the functions in it, by JSON pointer. */
  readonly literals: Record<string, readonly FunctionLiteral[]>;
}

/** What stands for a function of the project: the generator never runs one, generated code imports its definition. */
export const functionValue = "~function";

interface Cursor {
  readonly source: SourceSyntax;
  readonly pointer: string;
  readonly positions: Record<string, Position>;
  readonly literals: Record<string, readonly FunctionLiteral[]>;
  /** The pointers at which the definition may have functions. */
  readonly functionsAt: RegExp | undefined;
  /** How many names were followed to get here: a constant may refer to itself. */
  readonly followed: number;
}

/** Reads a static value; undefined when part of it was computed, which has been reported. */
export function readStaticValue(
  reading: ModelReading,
  syntax: ValueSyntax,
  { source, functionsAt }: { readonly source: SourceSyntax; readonly functionsAt?: RegExp | undefined },
): StaticValue | undefined {
  const found = { positions: {}, literals: {} };
  const value = read(reading, syntax, { source, pointer: "", followed: 0, functionsAt, ...found });
  return value === undefined ? undefined : { value, ...found };
}

function read(reading: ModelReading, syntax: ValueSyntax, cursor: Cursor): JSONValue | undefined {
  cursor.positions[cursor.pointer] = startOf(cursor.source, syntax.range);
  if (cursor.functionsAt?.test(cursor.pointer) === true && isRun(reading, syntax, cursor)) {
    if (syntax.kind === "computed" && syntax.untyped !== undefined) reportUntyped(reading, syntax.untyped, cursor);
    cursor.literals[cursor.pointer] = literalsOf(cursor.source, syntax);
    return functionValue;
  }
  switch (syntax.kind) {
    case "literal":
      return syntax.value;
    case "array":
      return readArray(reading, syntax.elements, cursor);
    case "object":
      return readEntries(reading, syntax.entries, cursor);
    case "name":
      return readName(reading, syntax, cursor);
    case "call":
      return computed(reading, syntax, { cursor, what: "the result of a call" });
    case "spread":
      return computed(reading, syntax, { cursor, what: "a spread outside a list" });
    case "computed":
      return computed(reading, syntax, { cursor, what: syntax.what });
  }
}

/** Whether a value is no literal: a function, a call that makes one, or the name of one. */
function isRun(reading: ModelReading, syntax: ValueSyntax, { source }: Cursor): boolean {
  if (syntax.kind !== "name") return syntax.kind === "computed" || syntax.kind === "call";
  const place = reading.sources.locate(source, syntax.name);
  const constant = "source" in place ? place.source.constants.get(place.name) : undefined;
  return constant?.value === undefined || constant.value.kind === "computed" || constant.value.kind === "call";
}

/** tsc would say that the property of a value does not exist on `never`. */
function reportUntyped(reading: ModelReading, { name, range }: UntypedParameter, { source }: Cursor): void {
  report(reading, "model/untyped-parameter", { source, range, values: { name } });
}

function computed(
  reading: ModelReading,
  syntax: ValueSyntax,
  at: { readonly cursor: Cursor; readonly what: string },
): undefined {
  report(reading, "model/computed-value", { source: at.cursor.source, range: syntax.range, values: { what: at.what } });
}

function readArray(reading: ModelReading, elements: readonly ValueSyntax[], cursor: Cursor): JSONValue | undefined {
  const values: JSONValue[] = [];
  for (const element of elements) {
    if (element.kind === "spread") {
      const spread = read(reading, element.of, { ...cursor, positions: {} });
      if (Array.isArray(spread)) values.push(...spread);
      else
        return spread === undefined
          ? undefined
          : computed(reading, element, { cursor, what: "a spread of something that is not a list" });
      continue;
    }
    const value = read(reading, element, { ...cursor, pointer: `${cursor.pointer}/${values.length}` });
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function readEntries(reading: ModelReading, entries: readonly ValueEntry[], cursor: Cursor): JSONValue | undefined {
  const object: Record<string, JSONValue> = {};
  const written = new Set<string>();
  for (const { key, value: syntax } of entries) {
    // After a spread, a key of its own is meant to have the last word.
    if (key !== undefined && written.size === written.add(key).size)
      report(reading, "model/duplicate-key", { source: cursor.source, range: syntax.range, values: { key } });
    const pointer = key === undefined ? cursor.pointer : `${cursor.pointer}${formatPointer([key])}`;
    const value = read(reading, syntax, { ...cursor, pointer });
    if (value === undefined) return undefined;
    if (key !== undefined) Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
    else if (typeof value === "object" && value !== null && !Array.isArray(value)) Object.assign(object, value);
    else return computed(reading, syntax, { cursor, what: "a spread of something that is not an object" });
  }
  return object;
}

/** The value of a constant, or of a property of one: `colors.red`. */
function readName(
  reading: ModelReading,
  syntax: Extract<ValueSyntax, { kind: "name" }>,
  cursor: Cursor,
): JSONValue | undefined {
  for (let length = syntax.name.length; length > 0 && cursor.followed < 20; length -= 1) {
    const place = reading.sources.locate(cursor.source, syntax.name.slice(0, length));
    const constant = "source" in place ? place.source.constants.get(place.name) : undefined;
    if (!("source" in place) || constant?.value === undefined) continue;
    const inside = { ...cursor, source: place.source, followed: cursor.followed + 1 };
    const value = read(reading, constant.value, inside);
    cursor.positions[cursor.pointer] = startOf(cursor.source, syntax.range);
    return value === undefined
      ? undefined
      : memberOf(reading, value, { syntax, cursor, members: syntax.name.slice(length) });
  }
  return computed(reading, syntax, { cursor, what: `"${syntax.name.join(".")}"` });
}

function memberOf(
  reading: ModelReading,
  value: JSONValue,
  {
    syntax,
    cursor,
    members,
  }: { readonly syntax: ValueSyntax; readonly cursor: Cursor; readonly members: readonly string[] },
): JSONValue | undefined {
  let current: JSONValue | undefined = value;
  for (const member of members) current = ownMember(current, member);
  return current === undefined ? computed(reading, syntax, { cursor, what: `"${members.join(".")}"` }) : current;
}

function ownMember(value: JSONValue | undefined, name: string): JSONValue | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
