// TypeNode -> JSONSchema, with every named type written out where it is used. Every schema is a new object, so that callers may add to it.
import { typeOf, type NamedType, type ObjectNode, type Property, type TypeNode } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { crdProblem } from "../diagnostics.ts";
import { applyTags, applyTypeTags } from "./apply-tags.ts";
import { immutableOnceSet } from "./cel-rules.ts";
import { mostSchemas } from "./expansion.ts";
import { nullableSchema } from "./nullable-schema.ts";
import { openSchema, scalarSchema } from "./scalar-schemas.ts";
import { inElements, inProperty, type SchemaContext } from "./schema-context.ts";
import { unionSchema } from "./union-schema.ts";

/** The schema of a type. Types that expand to too many schemas are reported once, and not written out further. */
function typeSchema(node: TypeNode, context: SchemaContext): JSONSchema {
  const excess = context.expansion.count();
  if (excess === "first") context.diagnostics.push(tooLarge(context));
  if (excess !== undefined) return {};
  switch (node.kind) {
    case "scalar":
      return node.scalar === "Float" || node.scalar === "Double"
        ? floatSchema(node.scalar, context)
        : scalarSchema(node.scalar);
    case "enum":
      return { type: node.base, enum: [...node.values] };
    case "pattern":
      return { type: "string", pattern: node.pattern };
    case "open":
      return openSchema(node.open);
    case "list":
      return { type: "array", items: typeSchema(node.element, inElements(context, "items")) };
    case "map":
      return {
        type: "object",
        additionalProperties: typeSchema(node.value, inElements(context, "additionalProperties")),
      };
    case "nullable":
      return nullableSchema(typeSchema(node.of, context));
    case "object":
      return objectSchema(node, context);
    case "union":
      return unionSchema(node, context, typeSchema);
    case "ref":
      return namedSchema(typeOf(context.model, node.type), context);
  }
}

function tooLarge({ expansion, position, path }: SchemaContext): Diagnostic {
  const [type = "", times = 0] = expansion.mostUsed ?? [];
  const [limit, count] = [mostSchemas, times].map((value) => value.toLocaleString("en"));
  return crdProblem("crd/too-large", { values: { limit: limit ?? "", type, count: count ?? "" }, position, path });
}

function floatSchema(scalar: "Float" | "Double", context: SchemaContext): JSONSchema {
  if (!context.allowFloats)
    context.diagnostics.push(
      crdProblem("crd/float", { values: { type: scalar }, position: context.position, path: context.path }),
    );
  return scalarSchema(scalar);
}

/** A named type written out, with its own description and tags. */
function namedSchema(named: NamedType, context: SchemaContext): JSONSchema {
  if (named.wellKnown === "ObjectMeta") return { type: "object" };
  if (context.inside.includes(named.id)) {
    const cycle = [...context.inside.slice(context.inside.indexOf(named.id)), named.id].join(" -> ");
    const position = context.position;
    context.diagnostics.push(crdProblem("crd/recursive-type", { values: { cycle }, position, path: context.path }));
    return {};
  }
  context.expansion.use(named.id);
  if (named.type.kind === "object" && named.package === undefined) context.place.typePosition ??= named.position;
  const schema = typeSchema(named.type, { ...context, inside: [...context.inside, named.id] });
  if (named.description !== "") schema.description = named.description;
  // The rules of an alias come before those of the type that it names, like those of a property before those of its type.
  return named.type.kind === "ref"
    ? applyTags(schema, named.tags, context)
    : applyTypeTags(schema, named.tags, context);
}

/** The fields that every Kubernetes object has, however an author declares them. */
const identityTypes: Readonly<Record<string, TypeNode>> = {
  apiVersion: { kind: "scalar", scalar: "string" },
  kind: { kind: "scalar", scalar: "string" },
  metadata: { kind: "open", open: "empty" },
};

/** The schema of an object. A Kubernetes object also has its implied fields, with their plain types. */
export function objectSchema(node: ObjectNode, context: SchemaContext): JSONSchema {
  const properties: Record<string, JSONSchema> = {};
  const implied = node.identity === undefined ? {} : identityTypes;
  for (const [name, type] of Object.entries(implied)) setProperty(properties, name, typeSchema(type, context));
  for (const property of node.properties) {
    const type = Object.hasOwn(implied, property.name) ? implied[property.name] : undefined;
    setProperty(properties, property.name, propertySchema({ ...property, type: type ?? property.type }, context));
  }
  if (node.properties.length === 0 && node.identity === undefined)
    context.diagnostics.push(crdProblem("crd/empty-object", { position: context.position, path: context.path }));
  // The API server, not the schema, requires apiVersion, kind and metadata.
  const required = node.properties
    .filter(({ name, optional }) => !optional && !Object.hasOwn(implied, name))
    .map(({ name }) => name);
  const once = node.properties.filter(
    ({ optional, tags }) => optional && tags.some(({ name }) => name === "immutable"),
  );
  return {
    type: "object",
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: required.toSorted() }),
    ...(once.length > 0 && { "x-kubernetes-validations": once.map(({ name }) => immutableOnceSet(name)) }),
  };
}

function setProperty(properties: Record<string, JSONSchema>, name: string, schema: JSONSchema): void {
  Object.defineProperty(properties, name, { value: schema, enumerable: true, configurable: true, writable: true });
}

/** A property: its type's schema, its own description before the type's, its own tags on top. */
function propertySchema(property: Property, context: SchemaContext): JSONSchema {
  const here = inProperty(context, property.name, property.position);
  const schemaless = property.tags.some(({ name, steps }) => name === "schemaless" && steps.length === 0);
  const schema = schemaless ? {} : typeSchema(property.type, here);
  if (property.description !== "") schema.description = property.description;
  return applyTags(schema, property.tags, here);
}
