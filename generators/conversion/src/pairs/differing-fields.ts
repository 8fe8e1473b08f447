// The fields that differ between two versions of a kind, by the same rules as the types of `older` and `newer` in @capstan/contract.
import { propertyOf, type ObjectNode, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { below, isUnder } from "../fields/field-path.ts";
import { fieldAt, plainNode } from "../fields/typed-field.ts";

/** Fields of a type that another type does not have, or has with another type; goes into objects, lists and maps that both have. */
export function differingFields(model: TypeModel, pair: readonly [TypeNode, TypeNode], path: string = ""): string[] {
  const [a, b] = [plainNode(model, pair[0]), plainNode(model, pair[1])];
  if (a.kind === "object" && b.kind === "object") return differingProperties(model, [a, b], path);
  if (a.kind === "list" && b.kind === "list") return differingFields(model, [a.element, b.element], `${path}[]`);
  if (a.kind === "map" && b.kind === "map") return differingFields(model, [a.value, b.value], `${path}[*]`);
  return sameType(model, a, b) ? [] : [path];
}

function differingProperties(model: TypeModel, [a, b]: readonly [ObjectNode, ObjectNode], path: string): string[] {
  return a.properties.flatMap((property) => {
    const here = below(path, property.name);
    const other = propertyOf(b, property.name);
    if (other === undefined) return [here];
    const holdsObject = plainNode(model, property.type).kind === "object";
    // An absent object stays absent. Any other field differs when it is optional in only one version.
    if (!holdsObject && property.optional !== other.optional) return [here];
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
    case "union":
      return `${plain.discriminator}:${plain.members
        .map((member) => shapeOf(model, member.type))
        .toSorted()
        .join("|")}`;
    case "object":
      return objectShape(model, plain);
    case "nullable":
      throw new Error("plainNode leaves no nullable node");
  }
}

function objectShape(model: TypeModel, node: ObjectNode): string {
  const fields = node.properties.map(
    ({ name, optional, type }) => `${name}${optional ? "?" : ""}:${shapeOf(model, type)}`,
  );
  return `{${fields.toSorted().join(";")}}`;
}

/** The differing fields that no given path covers; goes into a field when a given path is below it. */
export function openFields(
  model: TypeModel,
  root: TypeNode,
  { differing, given }: { readonly differing: readonly string[]; readonly given: readonly string[] },
): string[] {
  return differing.flatMap((path) => openIn(model, root, { path, given }));
}

function openIn(
  model: TypeModel,
  root: TypeNode,
  { path, given }: { readonly path: string; readonly given: readonly string[] },
): string[] {
  if (given.some((other) => other === path || isUnder(path, other))) return [];
  if (!given.some((other) => isUnder(other, path))) return [path];
  return childrenOf(model, root, path).flatMap((child) => openIn(model, root, { path: child, given }));
}

function childrenOf(model: TypeModel, root: TypeNode, path: string): string[] {
  let node = fieldAt(model, root, path)?.node;
  let prefix = path;
  while (node?.kind === "list" || node?.kind === "map") {
    prefix += node.kind === "list" ? "[]" : "[*]";
    node = plainNode(model, node.kind === "list" ? node.element : node.value);
  }
  return node?.kind === "object" ? node.properties.map(({ name }) => below(prefix, name)) : [];
}
