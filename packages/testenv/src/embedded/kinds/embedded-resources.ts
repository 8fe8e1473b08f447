// Whole objects inside of objects (`x-kubernetes-embedded-resource`): their type and metadata are decoded as those of the object itself.
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { type FieldError, type FieldPath, invalid, rootPath } from "@capstan/schema/structural";
import { decodeObjectMeta } from "./object-meta.ts";

/** What was found in the embedded resources of an object. */
export interface EmbeddedFindings {
  /** The first that cannot be decoded. */
  readonly problem?: FieldError;
  /** The fields of metadata that were removed, since no object has them. */
  readonly unknown: readonly string[];
}

/** Decodes the metadata of the embedded resources of an object, in place. */
export function decodeEmbedded(object: unknown, schema: JSONSchema): EmbeddedFindings {
  const unknown: string[] = [];
  const problem = hasEmbedded(schema) ? decodeBelow(object, schema, { path: rootPath, unknown }) : undefined;
  return { unknown, ...(problem === undefined ? {} : { problem }) };
}

/** An error as the API server writes it into a sentence. */
export function sentenceOf({ field, message }: FieldError): string {
  return `${field}: ${message}`;
}

/** The answers of `hasEmbedded`: most schemas have no embedded resource. */
const answers = new WeakMap<JSONSchema, boolean>();

function hasEmbedded(schema: JSONSchema): boolean {
  const known = answers.get(schema);
  if (known !== undefined) return known;
  const found = isEmbedded(schema) || schemasBelow(schema).some(hasEmbedded);
  answers.set(schema, found);
  return found;
}

function isEmbedded(schema: JSONSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

function schemasBelow({ properties = {}, items, additionalProperties }: JSONSchema): readonly JSONSchema[] {
  const others = [items, typeof additionalProperties === "object" ? additionalProperties : undefined];
  return [...Object.values(properties), ...others.filter((one) => one !== undefined)];
}

interface Place {
  readonly path: FieldPath;
  readonly unknown: string[];
}

function decodeBelow(value: unknown, schema: JSONSchema, { path, unknown }: Place): FieldError | undefined {
  if (!hasEmbedded(schema)) return undefined;
  const own = isJsonObject(value) && isEmbedded(schema) ? decodeOne(value, { path, unknown }) : undefined;
  if (own !== undefined) return own;
  for (const [nested, below, at] of nodesBelow(value, schema, path)) {
    const problem = decodeBelow(nested, below, { path: at, unknown });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

type Node = readonly [value: unknown, schema: JSONSchema, path: FieldPath];

function nodesBelow(value: unknown, schema: JSONSchema, path: FieldPath): readonly Node[] {
  const { properties = {}, items, additionalProperties } = schema;
  if (Array.isArray(value))
    return items === undefined ? [] : value.map((item, index): Node => [item, items, path.index(index)]);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, nested]): readonly Node[] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) return [[nested, property, path.child(name)]];
    return typeof additionalProperties === "object" ? [[nested, additionalProperties, path.key(name)]] : [];
  });
}

/** Decodes the metadata of one resource. */
function decodeOne(resource: Record<string, unknown>, { path, unknown }: Place): FieldError | undefined {
  for (const name of ["apiVersion", "kind"]) {
    const value = resource[name];
    if (value !== undefined && typeof value !== "string") return invalid(path.child(name), value, "must be a string");
  }
  const { metadata } = resource;
  if (metadata === undefined) return undefined;
  const at = path.child("metadata");
  const decoded = decodeObjectMeta(metadata);
  if (typeof decoded === "string") return invalid(at, metadata, decoded);
  unknown.push(...decoded.unknown.map((field) => `${at.toString()}.${field}`));
  resource["metadata"] = decoded.metadata;
  return undefined;
}
