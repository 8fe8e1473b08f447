// The fields that differ between two versions of a kind, by the same rules as the types of `older` and `newer` in @capstan/contract.
import {
  propertyOf,
  type ObjectNode,
  type Property,
  type TypeModel,
  type TypeNode,
  type UnionNode,
} from "@capstan/generator-model";
import { below, isUnder } from "../fields/field-path.ts";
import { fieldOfObject, unionOf } from "../fields/flat-union.ts";
import { fieldAt, plainNode, type TypedField } from "../fields/typed-field.ts";

/** Fields of a type that another type does not have, or has with another type; goes into objects, lists and maps that both have. */
export function differingFields(model: TypeModel, pair: readonly [TypeNode, TypeNode], path: string = ""): string[] {
  const [a, b] = [plainNode(model, pair[0]), plainNode(model, pair[1])];
  if (a.kind === "object" && b.kind === "object") {
    const found = differingProperties(model, [a, b], path);
    return found.length === 0 && haveOtherMembers(model, [a, b]) ? [path] : found;
  }
  if (a.kind === "list" && b.kind === "list") return differingFields(model, [a.element, b.element], `${path}[]`);
  if (a.kind === "map" && b.kind === "map") return differingFields(model, [a.value, b.value], `${path}[*]`);
  return sameType(model, a, b) ? [] : [path];
}

/** Whether two are unions whose common fields go with other values of the discriminator, or are required with others. A field that one of them lacks differs itself. */
function haveOtherMembers(model: TypeModel, [a, b]: readonly [ObjectNode, ObjectNode]): boolean {
  const [own, other] = [unionOf(a), unionOf(b)];
  if (own === undefined || other === undefined) return false;
  const common = new Set(a.properties.map(({ name }) => name).filter((name) => propertyOf(b, name) !== undefined));
  const presence = ({ value, type }: UnionNode["members"][number]): string => {
    const node = plainNode(model, type);
    const fields = node.kind === "object" ? node.properties.filter(({ name }) => common.has(name)) : [];
    const names = fields.map(({ name, optional }) => `${name}${optional ? "?" : ""}`);
    return `${JSON.stringify(value)}:${names.toSorted().join()}`;
  };
  const shape = ({ members }: UnionNode): string => members.map(presence).toSorted().join(";");
  return shape(own) !== shape(other);
}

function differingProperties(model: TypeModel, [a, b]: readonly [ObjectNode, ObjectNode], path: string): string[] {
  const areUnions = unionOf(a) !== undefined && unionOf(b) !== undefined;
  const isOptional = (of: ObjectNode, property: Property): boolean =>
    (areUnions ? fieldOfObject(model, of, property.name) : property)?.optional ?? property.optional;
  return a.properties.flatMap((property) => {
    const here = below(path, property.name);
    const other = propertyOf(b, property.name);
    if (other === undefined) return [here];
    const holdsObject = plainNode(model, property.type).kind === "object";
    // An absent object stays absent. Any other field differs when it is optional in only one version.
    if (!holdsObject && isOptional(a, property) !== isOptional(b, other)) return [here];
    return differingFields(model, [property.type, other.type], here);
  });
}

/** Whether two types have the same values, without regard to comments and bounds. */
export function sameType(model: TypeModel, left: TypeNode, right: TypeNode): boolean {
  return shapeOf(model, left) === shapeOf(model, right);
}

/** A string that is equal for types with the same values. */
function shapeOf(model: TypeModel, node: TypeNode): string {
  const plain = plainNode(model, node);
  switch (plain.kind) {
    case "scalar":
      return plain.scalar;
    case "open":
      return plain.open;
    case "pattern":
      return `/${plain.pattern}/`;
    case "enum":
      return plain.values
        .map((value) => JSON.stringify(value))
        .toSorted()
        .join("|");
    case "list":
      return `[${shapeOf(model, plain.element)}]`;
    case "map":
      return `<${shapeOf(model, plain.value)}>`;
    case "object":
      return objectShape(model, plain);
  }
}

function objectShape(model: TypeModel, node: ObjectNode): string {
  const fields = node.properties.map(
    ({ name, optional, type }) => `${name}${optional ? "?" : ""}:${shapeOf(model, type)}`,
  );
  const union = unionOf(node);
  return `${union === undefined ? "" : membersShape(model, union)}{${fields.toSorted().join(";")}}`;
}

/** Which fields go with which value of the discriminator. */
function membersShape(model: TypeModel, { discriminator, members }: UnionNode): string {
  const shapes = members.map(({ value, type }) => `${JSON.stringify(value)}=${shapeOf(model, type)}`);
  return `${discriminator}:${shapes.toSorted().join("|")}`;
}

/** What rules say of differing fields. */
interface GivenPaths {
  /** The paths of fields with rules. */
  readonly given: readonly string[];
  /** Of these, the lists and maps whose rule is for an absent value alone: their elements have rules of their own. */
  readonly filled: readonly string[];
}

/** The differing fields that no given path covers; goes into a field when a given path is below it. */
export function openFields(
  model: TypeModel,
  roots: readonly [TypeNode, TypeNode],
  { differing, ...paths }: GivenPaths & { readonly differing: readonly string[] },
): string[] {
  return differing.flatMap((path) => openIn(model, roots, { path, ...paths }));
}

function openIn(
  model: TypeModel,
  roots: readonly [TypeNode, TypeNode],
  { path, given, filled }: GivenPaths & { readonly path: string },
): string[] {
  if (given.some((other) => other === path || isUnder(path, other))) return [];
  const [own, other] = roots.map((root) => fieldAt(model, root, path));
  if (own !== undefined && other !== undefined && isSameField(model, own, other)) return [];
  // Rules for its elements, or fields of these, say nothing of a list or map that only one version requires.
  const isOfPresence = isAlike(model, own, other)
    ? own?.node.kind !== "object"
    : areBothOf(["list", "map"], own, other);
  if (!filled.includes(path)) {
    if (isOfPresence && own?.property.optional !== other?.property.optional) return [path];
    if (!given.some((one) => isUnder(one, path))) return [path];
  }
  // Rules for what is in a list or map that one version alone has are errors themselves.
  if (other === undefined && (own?.node.kind === "list" || own?.node.kind === "map")) return [];
  return fieldsBelow(model, roots[0], path).flatMap((child) => openIn(model, roots, { path: child, given, filled }));
}

/** Whether both versions have the same of these types. */
function areBothOf(kinds: readonly TypeNode["kind"][], a: TypedField | undefined, b: TypedField | undefined): boolean {
  return a !== undefined && a.node.kind === b?.node.kind && kinds.includes(a.node.kind);
}

function isSameField(model: TypeModel, a: TypedField, b: TypedField): boolean {
  return sameType(model, a.node, b.node) && (a.property.optional === b.property.optional || a.node.kind === "object");
}

/** Whether both versions have an object here, or lists or maps of objects, in the same lists and maps. */
export function isAlike(model: TypeModel, a: TypedField | undefined, b: TypedField | undefined): boolean {
  const [own, other] = [a, b].map((field) => field && wayToObject(model, field.node));
  return own !== undefined && own === other;
}

/** The lists and maps around an object; undefined for other values. */
export function wayToObject(model: TypeModel, node: TypeNode): string | undefined {
  const plain = plainNode(model, node);
  if (plain.kind === "object") return "object";
  if (plain.kind !== "list" && plain.kind !== "map") return undefined;
  const inner = wayToObject(model, plain.kind === "list" ? plain.element : plain.value);
  return inner && `${plain.kind} ${inner}`;
}

/** The paths of the fields of an object, or of the objects in a list or map. */
export function fieldsBelow(model: TypeModel, root: TypeNode, path: string): string[] {
  let node = fieldAt(model, root, path)?.node;
  let prefix = path;
  while (node?.kind === "list" || node?.kind === "map") {
    prefix += node.kind === "list" ? "[]" : "[*]";
    node = plainNode(model, node.kind === "list" ? node.element : node.value);
  }
  return node?.kind === "object" ? node.properties.map(({ name }) => below(prefix, name)) : [];
}
