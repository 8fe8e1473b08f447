// The shape of every component: openapi-typescript writes TypeScript, and our parser reads it. The library gets only the keywords that decide
// the shape; names, comments and constraints are written here.
import { parseSource, type MemberSyntax, type TypeSyntax } from "@capstan/generator-model/syntax";
import { excerpt } from "@capstan/kube";
import type { PlainSchema } from "./plain-schema.ts";
import { componentOf } from "./schema-components.ts";

/** Turns an OpenAPI document into TypeScript: openapi-typescript, from wherever the caller has it. */
export type WriteTypes = (document: object) => Promise<string>;

/** The shapes of components by name; throws when the library rejects the document. */
export async function typeShapes(
  schemas: ReadonlyMap<string, PlainSchema>,
  writeTypes: WriteTypes,
): Promise<ReadonlyMap<string, TypeSyntax>> {
  const asked = prefixFor(schemas);
  const document = documentOf(schemas, asked);
  rejectOtherReferences(document, schemas);
  return shapesIn(await writeTypes(document), asked);
}

/**
 * The prefix of the components whose shape is wanted. References name components without it, which are empty: the library follows every
 * reference, and a long chain of them would overflow its stack.
 */
function prefixFor(schemas: ReadonlyMap<string, PlainSchema>): string {
  let prefix = "Asked.";
  while ([...schemas.keys()].some((name) => name.startsWith(prefix))) prefix = `_${prefix}`;
  return prefix;
}

function documentOf(schemas: ReadonlyMap<string, PlainSchema>, asked: string): object {
  const shapes = [...schemas].flatMap(([name, schema]): [string, object][] => [
    [asked + name, shapeOf(schema)],
    [name, {}],
  ]);
  const components = { schemas: Object.fromEntries(shapes) };
  return { openapi: "3.0.3", info: { title: "Hooks", version: "1" }, paths: {}, components };
}

/** The library reads what a reference names, also files and answers of servers: it gets none but to components. */
function rejectOtherReferences(value: unknown, schemas: ReadonlyMap<string, PlainSchema>): void {
  if (typeof value !== "object" || value === null) return;
  const reference: unknown = "$ref" in value ? value.$ref : undefined;
  if (typeof reference === "string" && !schemas.has(componentOf(reference) ?? ""))
    throw new Error(`the reference ${JSON.stringify(excerpt(reference))} does not name a component`);
  for (const part of Object.values(value)) rejectOtherReferences(part, schemas);
}

/** The keywords of a schema that decide its type. */
function shapeOf(schema: PlainSchema): object {
  const { $ref, type, nullable, enum: values, properties, required, items, additionalProperties } = schema;
  const orNull = nullable === true ? { nullable } : {};
  if ($ref !== undefined) return nullable === true ? { allOf: [{ $ref }], ...orNull } : { $ref };
  if (schema["x-kubernetes-int-or-string"] === true)
    return { oneOf: [{ type: "integer" }, { type: "string" }], ...orNull };
  const named = Object.keys(properties ?? {}).length > 0;
  return {
    ...(type !== undefined && { type }),
    ...orNull,
    ...(values !== undefined && { enum: values.filter((value) => value !== null) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, shapeOf(property)])),
    }),
    ...(required !== undefined && { required }),
    ...(items !== undefined && { items: shapeOf(items) }),
    ...(!named && typeof additionalProperties === "object" && { additionalProperties: shapeOf(additionalProperties) }),
    ...(!named && additionalProperties === true && { additionalProperties: true }),
  };
}

function shapesIn(text: string, asked: string): ReadonlyMap<string, TypeSyntax> {
  const source = parseSource({ file: "document.ts", name: "document.ts" }, text);
  const [components] = source.types.get("components") ?? [];
  const members = components?.kind === "interface" ? components.members : [];
  const schemas = propertiesOf(members).get("schemas");
  const found = propertiesOf(schemas?.kind === "object" ? schemas.members : []);
  const shapes = [...found].filter(([name]) => name.startsWith(asked));
  return new Map(shapes.map(([name, type]) => [name.slice(asked.length), type]));
}

function propertiesOf(members: readonly MemberSyntax[]): Map<string, TypeSyntax> {
  const found = new Map<string, TypeSyntax>();
  for (const member of members) {
    if (member.kind === "property" && member.type !== undefined) found.set(member.name, member.type);
  }
  return found;
}
