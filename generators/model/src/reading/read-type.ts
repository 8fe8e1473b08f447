// TypeSyntax -> TypeNode: one entry for each way to write a type. References, members and unions have their own files.
import type { TypeSyntax, ValueSyntax } from "../syntax/syntax.ts";
import { propertyOf, type EnumNode, type ListNode, type TypeNode } from "../type-model.ts";
import { readIntersection, readObject } from "./read-members.ts";
import { readReference } from "./read-reference.ts";
import { readTemplateLiteral } from "./read-template-literal.ts";
import { literalNode, readUnion } from "./read-union.ts";
import { objectBehind, reject, unread, type ModelReading, type Scope } from "./reading.ts";

type Of<K extends TypeSyntax["kind"]> = Extract<TypeSyntax, { kind: K }>;

/** Levels of types inside each other, references followed. */
export const deepest = 500;

/** A `readType` for one model. Beyond the limit nothing is read, and one diagnostic is reported for all. */
export function typeReader(readingOf: () => ModelReading): ModelReading["readType"] {
  let level = 0;
  let exceeded = false;
  return (syntax, scope) => {
    if (level >= deepest) {
      if (exceeded) return unread;
      exceeded = true;
      return reject(readingOf(), "model/too-deep", { ...scope, range: syntax.range, values: { limit: deepest } });
    }
    level += 1;
    try {
      return readType(readingOf(), syntax, scope);
    } finally {
      level -= 1;
    }
  };
}

/** Reads a type as it is written in one place. What cannot be read is reported and becomes any JSON. */
function readType(reading: ModelReading, syntax: TypeSyntax, scope: Scope): TypeNode {
  const at = { source: scope.source, range: syntax.range };
  switch (syntax.kind) {
    case "keyword":
      return readKeyword(reading, syntax, scope);
    case "literal":
      return syntax.value === null ? reject(reading, "model/null-only", at) : literalNode(syntax.value);
    case "reference":
      return readReference(reading, syntax, scope);
    case "list":
      return list(reading.readType(syntax.element, scope));
    case "union":
      return readUnion(reading, syntax, scope);
    case "intersection":
      return readIntersection(reading, syntax, scope);
    case "object":
      return readObject(reading, syntax, scope);
    case "indexed":
      return readIndexed(reading, syntax, scope);
    case "typeof":
      return reject(reading, "model/computed-type", { ...at, values: { type: "typeof type" } });
    case "template":
      return readTemplateLiteral(reading, syntax, scope);
    case "unsupported":
      return readUnsupported(reading, syntax, scope);
  }
}

function list(element: TypeNode): ListNode {
  return { kind: "list", element };
}

const keywordNodes: Readonly<Record<string, TypeNode>> = {
  string: { kind: "scalar", scalar: "string" },
  boolean: { kind: "scalar", scalar: "boolean" },
};
const keywordProblems = {
  number: "model/bare-number",
  any: "model/untyped",
  unknown: "model/untyped",
  object: "model/untyped",
  undefined: "model/undefined",
} as const;

function readKeyword(reading: ModelReading, { name, range }: Of<"keyword">, { source }: Scope): TypeNode {
  const problems: Readonly<Record<string, `model/${string}`>> = keywordProblems;
  const code = problems[name] ?? "model/not-json";
  return keywordNodes[name] ?? reject(reading, code, { source, range, values: { type: name } });
}

const unsupportedProblems: Readonly<Record<string, `model/${string}`>> = {
  tuple: "model/tuple",
  function: "model/not-json",
  literal: "model/not-json",
  symbol: "model/not-json",
};

function readUnsupported(reading: ModelReading, { what, range }: Of<"unsupported">, { source }: Scope): TypeNode {
  const code = unsupportedProblems[what] ?? "model/computed-type";
  return reject(reading, code, { source, range, values: { type: what } });
}

/** `(typeof VALUES)[number]` of a constant tuple, or the type of one property: `FooSpec["region"]`. */
function readIndexed(reading: ModelReading, { object, index, range }: Of<"indexed">, scope: Scope): TypeNode {
  const at = { source: scope.source, range };
  if (object.kind === "typeof" && index.kind === "keyword" && index.name === "number") {
    const values = readTuple(reading, object.name, scope);
    return values === undefined
      ? reject(reading, "model/computed-type", {
          ...at,
          values: { type: "typeof type that is not a constant list of literals" },
        })
      : enumOf(values);
  }
  if (index.kind === "literal" && typeof index.value === "string") {
    const found = objectBehind(reading, reading.readType(object, scope));
    const property = found && propertyOf(found, index.value);
    if (property !== undefined) return property.type;
  }
  return reject(reading, "model/computed-type", { ...at, values: { type: "indexed access type" } });
}

function enumOf(values: readonly (string | number)[]): EnumNode {
  return { kind: "enum", base: typeof values[0] === "number" ? "integer" : "string", values };
}

/** The literals of `const VALUES = ["A", "B"] as const`, all strings or all whole numbers; undefined for anything else. */
function readTuple(
  reading: ModelReading,
  name: readonly string[],
  { source }: Scope,
): readonly (string | number)[] | undefined {
  const place = reading.sources.locate(source, name);
  const value = "source" in place ? place.source.constants.get(place.name)?.value : undefined;
  if (value?.kind !== "array" || value.elements.length === 0) return undefined;
  const values = value.elements.map(enumLiteral).filter((each) => each !== undefined);
  const same = values.every((each) => typeof each === typeof values[0]);
  return same && values.length === value.elements.length ? values : undefined;
}

function enumLiteral(syntax: ValueSyntax): string | number | undefined {
  const value = syntax.kind === "literal" ? syntax.value : undefined;
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value)) ? value : undefined;
}
