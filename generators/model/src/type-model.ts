// The type model: what an author's annotated TypeScript says, as plain read-only data (JSON in, JSON out). `readModel` makes
// it, every generator emits from it. It holds no compiler object and no file content, and it judges nothing beyond what
// TypeScript and the tags say; rules of the API server and of Cluster API belong to the generators.
import type { JSONObject, JSONValue, Position } from "@capstan/kube";

/** A stretch of source text: from `line:column` up to, not including, `endLine:endColumn`. */
export interface Span extends Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One step from a list or map to what it holds, as tags write it: `@items.maxLength`, `@values.pattern`. */
export type TagStep = "items" | "values";

/** One JSDoc tag of the scheme (tag-table.ts lists them all), its value parsed by that tag's grammar. */
export interface Tag {
  readonly name: string;
  /** The steps before the name; empty when the tag speaks of the thing itself. */
  readonly steps: readonly TagStep[];
  /** `true` for a tag without a value. */
  readonly value: JSONValue;
  readonly span: Span;
}

/** What stands in the doc comment of a type, a property or a definition. */
export interface Documented {
  /** The text without tags; the empty text when there is none. A `@deprecated` tag is its last paragraph already. */
  readonly description: string;
  readonly tags: readonly Tag[];
  readonly position: Position;
}

/** The scalar types of `@capstan/kube`, known by where they are declared, and TypeScript's own `string` and `boolean`. */
export type ScalarName =
  | "string"
  | "boolean"
  | "Int32"
  | "Int64"
  | "Int"
  | "Float"
  | "Double"
  | "Time"
  | "MicroTime"
  | "Duration"
  | "Quantity"
  | "IntOrString"
  | "Bytes";

/** A single JSON scalar. */
export interface ScalarNode {
  readonly kind: "scalar";
  readonly scalar: ScalarName;
}

/** One of a few literal values, in the order of the source. */
export interface EnumNode {
  readonly kind: "enum";
  readonly base: "string" | "integer" | "boolean";
  readonly values: readonly (string | number | boolean)[];
}

/** Any JSON value (`JSONValue`), any JSON object (`JSONObject`), or an object without fields (`EmptyObject`). */
export interface OpenNode {
  readonly kind: "open";
  readonly open: "value" | "object" | "empty";
}

/** A text with literal and free parts (a template literal type); `pattern` is anchored RE2. */
export interface PatternNode {
  readonly kind: "pattern";
  readonly pattern: string;
}

/** A list; its topology is said by tags. */
export interface ListNode {
  readonly kind: "list";
  readonly element: TypeNode;
}

/** A map from text to values of one type. */
export interface MapNode {
  readonly kind: "map";
  readonly value: TypeNode;
}

/** `T | null`. */
export interface NullableNode {
  readonly kind: "nullable";
  readonly of: TypeNode;
}

/** One field of an object. */
export interface Property extends Documented {
  readonly name: string;
  readonly optional: boolean;
  readonly type: TypeNode;
}

/** The nominal part of a kind's root object: the arguments of `KubeObject<apiVersion, kind>`. */
export interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
}

/** An object with fields, bases and intersections merged in, in the order of the source. */
export interface ObjectNode {
  readonly kind: "object";
  /**
   * Set when the object extends `KubeObject`: it then also has apiVersion, kind and metadata, which `properties` leaves
   * out unless the author declared them again.
   */
  readonly identity?: ObjectIdentity;
  readonly properties: readonly Property[];
}

/** One member of a discriminated union. */
export interface UnionMember {
  /** The literal of the discriminator. */
  readonly value: string;
  /** An object node or a reference to one; the discriminator is among its properties. */
  readonly type: TypeNode;
}

/** A union of objects told apart by one property (`@union`). */
export interface UnionNode {
  readonly kind: "union";
  readonly discriminator: string;
  readonly members: readonly UnionMember[];
}

/** A named type; generics appear once for each set of arguments. */
export interface RefNode {
  readonly kind: "ref";
  readonly type: TypeId;
}

/** The shape of a value. References may form cycles; everything else is a tree. */
export type TypeNode =
  | ScalarNode
  | EnumNode
  | OpenNode
  | PatternNode
  | ListNode
  | MapNode
  | NullableNode
  | ObjectNode
  | UnionNode
  | RefNode;

/** Names a type within one model: its name, with `~2` and so on behind it when two files declare the same name. */
export type TypeId = string;

/** Types of `@capstan/kube` that the API server treats in a way their fields do not say. */
export type WellKnownType = "ObjectMeta";

/** An interface or type alias. */
export interface NamedType extends Documented {
  readonly id: TypeId;
  /** The name in its file; with its arguments for a generic, for example `Template<FooSpec>`. */
  readonly name: string;
  /** Where it is declared: a path relative to the project, or `package/path` for a file of another package. */
  readonly module: string;
  /** The npm package that declares it; absent for the project itself. */
  readonly package?: string;
  readonly wellKnown?: WellKnownType;
  readonly type: TypeNode;
}

/** What every `export const x: X<...> = define*({...})` has. */
export interface Definition extends Documented {
  /** The name of the constant. */
  readonly name: string;
  /** The file that holds it, relative to the project. */
  readonly module: string;
  /** The function called, for example `defineInfraCluster`. */
  readonly definer: string;
  /** The static literal given to the definer. */
  readonly options: JSONObject;
  /** Where each value of `options` stands, by JSON pointer. */
  readonly optionPositions: Readonly<Record<string, Position>>;
}

/** A kind: `export const Foo: Resource<Foo> = define*({...})`. */
export interface KindDefinition extends Definition {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The root object, whose node is an object with an identity. */
  readonly root: TypeId;
}

/** A template kind: `export const FooTemplate = defineTemplate(Foo, {...})`; its schema follows from the kind's. */
export interface TemplateDefinition extends Definition {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  /** The kind's name and `Template`, unless the options say otherwise. */
  readonly kind: string;
  /** The definition it is a template of; found again in `kinds` by apiVersion and kind. */
  readonly of: ObjectIdentity;
  /** Fields of the kind's spec that templates do not have. */
  readonly omit: readonly string[];
}

/** A Runtime Hook: `export const X: Hook<Request, Response> = defineHook({...})`. */
export interface HookDefinition extends Definition {
  readonly request: TypeNode;
  readonly response: TypeNode;
}

/** A version pair: `export const x: Conversion<Older, Newer> = defineConversion({ older, newer })`. */
export interface ConversionDefinition extends Definition {
  readonly older: TypeNode;
  readonly newer: TypeNode;
}

/** Everything a set of files defines. Lists are sorted, so that the order of files does not matter. */
export interface TypeModel {
  readonly kinds: readonly KindDefinition[];
  readonly templates: readonly TemplateDefinition[];
  readonly hooks: readonly HookDefinition[];
  readonly conversions: readonly ConversionDefinition[];
  /** Every named type that a definition reaches, by id. */
  readonly types: Readonly<Record<TypeId, NamedType>>;
}

/** The named type of a reference; an id that is not in the model is a programmer's mistake and throws. */
export function typeOf(model: TypeModel, id: TypeId): NamedType {
  const type = model.types[id];
  if (type === undefined) throw new Error(`the model has no type "${id}"`);
  return type;
}

/** The node behind references: never itself a `ref`. A chain of aliases that leads to itself throws. */
export function resolveNode(model: TypeModel, node: TypeNode): Exclude<TypeNode, RefNode> {
  const seen = new Set<TypeId>();
  let current = node;
  while (current.kind === "ref") {
    if (seen.has(current.type)) throw new Error(`type "${current.type}" is an alias of itself`);
    seen.add(current.type);
    current = typeOf(model, current.type).type;
  }
  return current;
}
