// A union of objects as one object, as its schema has it: the discriminator, and the fields of all members, which one member or another does not have.
import {
  propertyOf,
  resolveNode,
  type ObjectNode,
  type Property,
  type TypeModel,
  type TypeNode,
  type UnionNode,
} from "@capstan/generator-model";

/** A model does not change, and neither do its nodes: a union is always the same object. */
const known = new WeakMap<UnionNode, ObjectNode>();
const unions = new WeakMap<ObjectNode, UnionNode>();

/** The object of a union. */
export function flatUnion(model: TypeModel, union: UnionNode): ObjectNode {
  const before = known.get(union);
  if (before !== undefined) return before;
  const object: ObjectNode = { kind: "object", properties: [...fieldsOf(model, union).values()] };
  known.set(union, object);
  unions.set(object, union);
  return object;
}

/** The union that an object stands for. */
export function unionOf(object: ObjectNode): UnionNode | undefined {
  return unions.get(object);
}

/** The field of an object; required where it stands for a union, and each member that has the field requires it. */
export function fieldOfObject(model: TypeModel, object: ObjectNode, name: string): Property | undefined {
  const property = propertyOf(object, name);
  const union = unions.get(object);
  if (property === undefined || union === undefined) return property;
  const own = union.members.flatMap(({ type }) => fieldOfMember(model, type, name) ?? []);
  return own.some(({ optional }) => optional) ? property : { ...property, optional: false };
}

/** The field of one member of a union. */
export function fieldOfMember(model: TypeModel, member: TypeNode, name: string): Property | undefined {
  const node = resolveNode(model, member);
  return node.kind === "object" ? propertyOf(node, name) : undefined;
}

function fieldsOf(model: TypeModel, { discriminator, members }: UnionNode): ReadonlyMap<string, Property> {
  const values = members.map(({ value }) => value);
  const fields = new Map<string, Property>();
  for (const { type } of members) {
    const node = resolveNode(model, type);
    for (const property of node.kind === "object" ? node.properties : []) {
      if (property.name !== discriminator) fields.set(property.name, { ...property, optional: true });
      else if (!fields.has(discriminator))
        fields.set(discriminator, { ...property, type: { kind: "enum", base: "string", values } });
    }
  }
  return fields;
}
