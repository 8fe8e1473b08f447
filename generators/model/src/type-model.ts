// The type model: annotated TypeScript as plain read-only JSON. `readModel` creates it, and every generator emits from it. It has no
// compiler object and no file content. The rules of the API server and of Cluster API belong to the generators.
import type { JSONObject, JSONValue, Position } from "@capstan/kube";

/** A stretch of source text: from `line:column` up to, not including, `endLine:endColumn`. */
export interface Span extends Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One step from a list or map to its elements, as tags write it: `@items.maxLength`, `@values.pattern`. */
export type TagStep = "items" | "values";

/** One JSDoc tag of the tag table, its value parsed by that tag's grammar. */
export interface Tag {
  readonly name: string;
  /** The steps before the name; empty for a tag on the type or property itself. */
  readonly steps: readonly TagStep[];
  /** `true` for a tag without a value. */
  readonly value: JSONValue;
  readonly span: Span;
}

/** The doc comment of a type, a property or a definition. */
export interface Documented {
  /** The comment without tags, or the empty string. A `@deprecated` tag is already its last paragraph. */
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

/** A union of literals, in the order of the source. */
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

/** A string with literal and free parts (a template literal type); `pattern` is anchored RE2. */
export interface PatternNode {
  readonly kind: "pattern";
  readonly pattern: string;
}

/** A list; tags declare its topology. */
export interface ListNode {
  readonly kind: "list";
  readonly element: TypeNode;
}

/** A map from strings to values of one type. */
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

/** A union of objects (`@union`); one property identifies the member. */
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

/** Identifies a type within one model: its name, followed by `~2` and so on when several files declare the same name. */
export type TypeId = string;

/** Types of `@capstan/kube` that the API server treats in a special way. */
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

/** A string or number in the source of a function. */
export type FunctionLiteral = string | number;

/** The parts that every `export const x: X<...> = define*({...})` has. */
export interface Definition extends Documented {
  /** The name of the constant. */
  readonly name: string;
  /** The file that declares it, relative to the project. */
  readonly module: string;
  /** The function called, for example `defineInfraCluster`. */
  readonly definer: string;
  /** The static literal that the definer is called with. */
  readonly options: JSONObject;
  /** The position of each value of `options`, by JSON pointer. */
  readonly optionPositions: Readonly<Record<string, Position>>;
  /** The strings and numbers in the source of each function of `options`, by JSON pointer. */
  readonly functionLiterals?: Readonly<Record<string, readonly FunctionLiteral[]>>;
}

/** A kind: `export const Foo: Resource<Foo> = define*({...})`. */
export interface DeclaredKind extends Definition {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The root object, whose node is an object with an identity. */
  readonly root: TypeId;
}

/** A template kind: `export const FooTemplate = defineTemplate(Foo, {...})`; its schema is derived from the kind's, beside its status. */
export interface DeclaredTemplate extends Definition {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  /** The name of the kind and `Template`, unless the options set another. */
  readonly kind: string;
  /** The definition that it is a template of, one of `kinds`. */
  readonly of: ObjectIdentity;
  /** Fields of the kind's spec that templates do not have. */
  readonly omit: readonly string[];
  /** The status, which a template has only when its interface adds one. */
  readonly status?: Property;
}

/** A Runtime Hook: `export const X: Hook<Request, Response> = defineHook({...})`. */
export interface DeclaredHook extends Definition {
  readonly request: TypeNode;
  readonly response: TypeNode;
}

/** A version pair: `export const x: Conversion<Older, Newer> = defineConversion({ older, newer })`. */
export interface DeclaredConversion extends Definition {
  readonly older: TypeNode;
  readonly newer: TypeNode;
}

/** Everything that a set of files defines. Lists are sorted, so that the order of files does not matter. */
export interface TypeModel {
  readonly kinds: readonly DeclaredKind[];
  readonly templates: readonly DeclaredTemplate[];
  readonly hooks: readonly DeclaredHook[];
  readonly conversions: readonly DeclaredConversion[];
  /** Every named type that a definition reaches, by id. */
  readonly types: Readonly<Record<TypeId, NamedType>>;
}

/** The properties of objects by name, for the objects that were looked into. */
const indexes = new WeakMap<ObjectNode, ReadonlyMap<string, Property>>();

/** A property of an object; the metadata of a kind is not a property. */
export function propertyOf(node: ObjectNode, name: string): Property | undefined {
  const index = indexes.get(node) ?? new Map(node.properties.map((property) => [property.name, property]));
  indexes.set(node, index);
  return index.get(name);
}

/** The strings of a list, for tags that name fields; none for any other value. */
export function stringsOf(value: JSONValue): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** The named type of a reference. Throws for an id that is not in the model. */
export function typeOf(model: TypeModel, id: TypeId): NamedType {
  const type = model.types[id];
  if (type === undefined) throw new Error(`the model has no type "${id}"`);
  return type;
}

/** The node that a chain of references ends at, never a `ref`. Throws when the chain is a cycle. */
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
