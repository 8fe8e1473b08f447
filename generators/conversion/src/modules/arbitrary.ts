// Random objects of a version: type nodes and their bounds as fast-check expressions, one constant for each named type. The objects are
// valid, so that a proof can fail only because of the conversion.
import {
  typeOf,
  type ObjectNode,
  type Property,
  type Tag,
  type TypeId,
  type TypeModel,
  type TypeNode,
} from "@capstan/generator-model";
import { stringLiteral, valueLiteral } from "@capstan/generator-model/writing";
import { isDefaulted, isEmbedded, keepsUnknown, ofOne, tagsInside, tagsOf, tagValues } from "../fields/typed-field.ts";
import { drawnPattern, readsAlike } from "../fields/alike-pattern.ts";
import { floatCode, integerCode, numberOf, rejectsAll } from "./drawn-numbers.ts";
import { formattedCode } from "./formatted-strings.ts";
import type { KeptValue } from "./kept-values.ts";

/** The constants written so far, in the order of their dependencies. */
export interface Arbitraries {
  readonly model: TypeModel;
  readonly constants: Map<TypeId, { readonly name: string; readonly text: string }>;
  /** Values that are drawn beside random ones of their types. */
  readonly kept: ReadonlyMap<TypeNode, readonly KeptValue[]>;
  /** The fields of objects of which the API server keeps those that no type names: what one version names may be unknown in another. */
  readonly openNames: readonly string[];
}

/** The constraints of a value in addition to its type. */
type Bounds = readonly Tag[];

/** The expression for values of a node. */
export function arbitraryOf(all: Arbitraries, node: TypeNode, bounds: Bounds = []): string {
  switch (node.kind) {
    case "ref":
      return referenceCode(all, node.type, bounds);
    case "scalar":
      return scalars[node.scalar]?.(bounds) ?? "fc.string({ maxLength: 8 })";
    case "enum":
      return `fc.constantFrom(${node.values.map(valueLiteral).join(", ")})`;
    case "pattern":
      return stringCode([], node.pattern);
    case "open":
      if (isEmbedded(bounds)) return embedded;
      return node.open === "empty" && keepsUnknown(bounds) ? withUnknown(all, opens.empty, []) : opens[node.open];
    case "list":
      return listCode(all, node.element, bounds);
    case "map":
      return mapCode(all, node.value, bounds);
    case "nullable":
      return `fc.option(${arbitraryOf(all, node.of, bounds)}, { nil: null })`;
    case "union":
      return `fc.oneof(${node.members.map((member) => arbitraryOf(all, member.type)).join(", ")})`;
    case "object":
      return objectCode(all, node, bounds);
  }
}

const opens = {
  value: "fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean())",
  object: "fc.dictionary(key, fc.oneof(fc.string({ maxLength: 4 }), fc.integer()), { maxKeys: 3 })",
  empty: "fc.constant({})",
} as const;

/** What every whole object has: the API server rejects those without apiVersion and kind, and names and labels that objects cannot have. */
const embeddedParts = {
  apiVersion: 'fc.constantFrom("v1", "g.io/v1")',
  kind: 'fc.constantFrom("Pod", "Foo")',
  metadata:
    'fc.record({ name: fc.constantFrom("a", "b"), labels: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("", "a")) }, { requiredKeys: [] })',
} as const;

/** Whole objects of any type. */
const embedded = `fc.record({ apiVersion: ${embeddedParts.apiVersion}, kind: ${embeddedParts.kind}, metadata: ${embeddedParts.metadata}, spec: ${opens.object} }, { requiredKeys: ["apiVersion", "kind"] })`;

/** One of a table of the check. */
const oneOfOdd = (table: string): string => `fc.constantFrom(...oddValues.${table})`;
const int32 = 2_147_483_647;
/** Of 64 bits, the numbers that JavaScript has. */
const int64 = { least: Number.MIN_SAFE_INTEGER, greatest: Number.MAX_SAFE_INTEGER };

const scalars: Readonly<Record<string, (bounds: Bounds) => string>> = {
  string: (bounds) => stringCode(bounds, tagValues(bounds, "pattern").at(-1)),
  boolean: () => "fc.boolean()",
  Int32: integerCode({ least: -int32 - 1, greatest: int32 }),
  Int64: integerCode(int64),
  // Without a format the API server takes all of 64 bits.
  Int: integerCode(int64),
  Float: floatCode,
  Double: floatCode,
  Time: () => oneOfOdd("times"),
  MicroTime: () => oneOfOdd("times"),
  Duration: durationCode,
  Quantity: () => oneOfOdd("quantities"),
  IntOrString: () => oneOfOdd("intsOrStrings"),
  Bytes: () => oneOfOdd("bytes"),
};

/** Durations of both signs, some of which bounds of seconds reject; of the last one a number of 32 bits is too small for the seconds. */
const durations = ["0s", "40s", "1m30s", "1h", "1.5s", "-5s", "40000h0m0s", "2562047h47m16s"];

/** Durations that the field accepts: most objects with another one would be rejected. */
function durationCode(bounds: Bounds): string {
  const pattern = tagValues(bounds, "pattern").at(-1);
  if (typeof pattern !== "string" || !readsAlike(pattern)) return oneOfDurations(durations);
  // Short input: the durations above.
  const fitting = durations.filter((text) => new RegExp(pattern).test(text));
  return fitting.length === 0 ? stringCode(bounds, pattern) : oneOfDurations(fitting);
}

function oneOfDurations(texts: readonly string[]): string {
  return `fc.constantFrom(${texts.map(valueLiteral).join(", ")})`;
}

/** Of a pattern that JavaScript may read in another way, and of one with very long strings, the tests know nothing: their strings are any. */
function stringCode(bounds: Bounds, pattern: unknown): string {
  const drawn = typeof pattern === "string" ? drawnPattern(pattern) : undefined;
  if (drawn !== undefined) {
    const matching = `matching(${stringLiteral(drawn.source)})`;
    return drawn.isOfAnyCase ? `inAnyCase(${matching})` : matching;
  }
  const least = numberOf(bounds, "minLength") ?? 0;
  const most = numberOf(bounds, "maxLength") ?? Infinity;
  // The empty pattern is none for the API server.
  const comment = pattern === undefined || pattern === "" ? "" : "/* any string: its pattern is not drawn from */ ";
  const formatted = formattedCode(tagValues(bounds, "format").at(-1), least, most);
  return `${comment}${formatted ?? freeStringCode(least, most)}`;
}

/** What cuts a string, or splits it once, does not show on short ones: names are often cut after 63 characters. */
const longLength = 66;

function freeStringCode(least: number, most: number): string {
  return `strings(${least}, ${Math.min(most, least + longLength)})`;
}

function listCode(all: Arbitraries, element: TypeNode, bounds: Bounds): string {
  const least = numberOf(bounds, "minItems") ?? 0;
  const length = `minLength: ${least}, maxLength: ${Math.min(numberOf(bounds, "maxItems") ?? least + 3, least + 3)}`;
  const item = arbitraryOf(all, element, tagsInside(bounds, "items"));
  const keys = tagValues(bounds, "listMapKey").flat();
  const isSet = tagValues(bounds, "listType").includes("set");
  if (keys.length === 0 && !isSet) return `fc.array(${item}, { ${length} })`;
  const selector = isSet ? "(item) => item" : `keyOf(${valueLiteral(keys)})`;
  return `fc.uniqueArray(${item}, { ${length}, selector: ${selector} })`;
}

function mapCode(all: Arbitraries, value: TypeNode, bounds: Bounds): string {
  const least = numberOf(bounds, "minProperties") ?? 0;
  const most = Math.min(numberOf(bounds, "maxProperties") ?? Infinity, least + 4);
  const size = `${least === 0 ? "" : `minKeys: ${least}, `}maxKeys: ${most}`;
  return `fc.dictionary(key, ${arbitraryOf(all, value, tagsInside(bounds, "values"))}, { ${size} })`;
}

function objectCode(all: Arbitraries, node: ObjectNode, bounds: Bounds): string {
  const kept = (all.kept.get(node) ?? []).map((value) => keptCode(all, node, value));
  const own = openCode(all, recordCode(all, node.properties), { node, bounds });
  return boundedCode(kept.length === 0 ? own : `fc.oneof(${[own, ...kept].join(", ")})`, node, bounds);
}

/** Objects with what the API server keeps of them beside the fields of their type. */
function openCode(
  all: Arbitraries,
  objects: string,
  { node: { properties }, bounds }: { readonly node: ObjectNode; readonly bounds: Bounds },
): string {
  const names = properties.map(({ name }) => name);
  const open = keepsUnknown(bounds) ? withUnknown(all, objects, names) : objects;
  if (!isEmbedded(bounds)) return open;
  const parts = Object.entries(embeddedParts).filter(([name]) => !names.includes(name));
  const fields = parts.map(([name, code]) => `${name}: ${code}`).join(", ");
  const required = parts.map(([name]) => name).filter((name) => name !== "metadata");
  const whole = `fc.record({ ${fields} }, { requiredKeys: ${valueLiteral(required)} })`;
  return parts.length === 0 ? open : `fc.tuple(${open}, ${whole}).map(([object, whole]) => ({ ...object, ...whole }))`;
}

/** Some with fields that the type does not name, of which another version may name some. */
function withUnknown({ openNames }: Arbitraries, objects: string, own: readonly string[]): string {
  return `withUnknown(${objects}, ${valueLiteral(openNames.filter((name) => !own.includes(name)))})`;
}

/** Objects with the fields that the bounds allow beside each other, and as many of them. */
function boundedCode(objects: string, node: ObjectNode, bounds: Bounds): string {
  const isOptional = (name: unknown): boolean =>
    node.properties.some((property) => property.name === name && property.optional);
  const groups = ofOne.flatMap((tag) => tagValues(bounds, tag).map((names) => ({ tag, names })));
  // Few objects of many fields have one of them.
  const drawn = groups.reduce((code, { tag, names }) => {
    if (!Array.isArray(names) || !names.every(isOptional)) return code;
    const one = `atMostOne(${valueLiteral(names)}, ${code})`;
    return tag === "exactlyOneOf"
      ? `${one}.filter((object) => ${valueLiteral(names)}.some((name) => name in object))`
      : one;
  }, objects);
  return sizedCode(drawn, node, bounds);
}

/** Objects with as many fields as the bounds allow. */
function sizedCode(objects: string, { properties }: ObjectNode, bounds: Bounds): string {
  const least = numberOf(bounds, "minProperties") ?? 0;
  const filled = least === 0 ? objects : `${objects}.filter((object) => Object.keys(object).length >= ${least})`;
  const most = numberOf(bounds, "maxProperties") ?? properties.length;
  if (most >= properties.length) return filled;
  // Few objects of many fields have so few, and of required ones none may be left out.
  return properties.every(({ optional }) => optional)
    ? `atMost(${most}, ${filled})`
    : `${filled}.filter((object) => Object.keys(object).length <= ${most})`;
}

/** The record of a value that comes back: the fields that are drawn for it, and those that its type requires. */
function keptCode(all: Arbitraries, { properties }: ObjectNode, { fields, always }: KeptValue): string {
  const own = properties
    .filter(({ name, optional }) => !optional || Object.hasOwn(fields, name) || always.includes(name))
    .map((property) => ({ ...property, optional: property.optional && !always.includes(property.name) }));
  return recordCode(all, own, fields);
}

function recordCode(all: Arbitraries, properties: readonly Property[], drawn: KeptValue["fields"] = {}): string {
  const fields = properties.filter(hasValues(all)).map((property) => {
    const own = Object.hasOwn(drawn, property.name) ? drawn[property.name] : undefined;
    return `    ${stringLiteral(property.name)}: ${own ?? propertyCode(all, property)},\n`;
  });
  const required = properties.filter(({ optional }) => !optional).map(({ name }) => stringLiteral(name));
  return `fc.record({\n${fields.join("")}  }, { requiredKeys: [${required.join(", ")}] })`;
}

/** Whether a property is drawn: not one that may be absent, and that has no value which the API server accepts. */
function hasValues({ model }: Arbitraries): (property: Property) => boolean {
  return (property) => {
    const { type } = property;
    return !property.optional || type.kind !== "scalar" || !rejectsAll(type.scalar, tagsOf(model, property));
  };
}

/** Values of a property, and null where the API server sets a default in its place: a conversion may come before that. */
function propertyCode(all: Arbitraries, property: Property): string {
  const values = arbitraryOf(all, property.type, tagsOf(all.model, property));
  return isDefaulted(all.model, property) ? `fc.option(${values}, { freq: 8, nil: null })` : values;
}

function referenceCode(all: Arbitraries, id: TypeId, bounds: Bounds): string {
  const type = typeOf(all.model, id);
  // A property adds bounds to its type; of an object only those on the fields that it has matter here.
  const object = type.type;
  if (object.kind !== "object") return arbitraryOf(all, object, [...type.tags, ...bounds]);
  const constant = constantOf(all, id, () => objectCode(all, object, type.tags));
  return boundedCode(openCode(all, constant, { node: object, bounds }), object, bounds);
}

function constantOf(all: Arbitraries, id: TypeId, text: () => string): string {
  const known = all.constants.get(id);
  if (known !== undefined) return known.name;
  const constant = { name: `any${id.replace(/[^A-Za-z0-9]/g, "_")}`, text: text() };
  all.constants.set(id, constant);
  return constant.name;
}
