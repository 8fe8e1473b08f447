// What a change of a schema means for programs that were written for the schema before. Requests are written by the caller, in the schema
// after; extensions read them by the schema before. Responses are written by extensions, in the schema before; the caller reads them by the schema after.
import type { OpenApiSchema } from "../openapi/document.ts";
import { boundChanges } from "./bound-changes.ts";
import type { HookSide, SchemaChange } from "./hook-set.ts";

/** A schema and the components that it may refer to. */
export interface SchemaIn {
  readonly schema: OpenApiSchema;
  readonly schemas: Readonly<Record<string, OpenApiSchema>>;
}

/** The changes from one schema to the next, in the order of paths. */
export function schemaChanges(before: SchemaIn, after: SchemaIn, side: HookSide): readonly SchemaChange[] {
  const comparison = new Comparison(before.schemas, after.schemas, side);
  comparison.compare(before.schema, after.schema, "");
  return comparison.changes.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

const reference = "#/components/schemas/";

class Comparison {
  readonly changes: SchemaChange[] = [];
  readonly #before: SchemaIn["schemas"];
  readonly #after: SchemaIn["schemas"];
  readonly #side: HookSide;
  /** Pairs of components that are compared already: schemas may contain themselves, and one place is enough for a message. */
  readonly #seen = new Set<string>();

  constructor(before: SchemaIn["schemas"], after: SchemaIn["schemas"], side: HookSide) {
    this.#before = before;
    this.#after = after;
    this.#side = side;
  }

  compare(before: OpenApiSchema, after: OpenApiSchema, path: string): void {
    const [was, is] = [referenceOf(before), referenceOf(after)];
    if (was !== undefined && is !== undefined) {
      const pair = `${was} ${is}`;
      if (this.#seen.has(pair)) return this.#compareResolved(beside(before), beside(after), path);
      this.#seen.add(pair);
    }
    this.#compareResolved(resolved(before, this.#before), resolved(after, this.#after), path);
  }

  #compareResolved(before: OpenApiSchema, after: OpenApiSchema, path: string): void {
    const [was, is] = [typeOf(before), typeOf(after)];
    if (was !== is) return this.#add("error", path, `the type changes from ${was} to ${is}`);
    this.#compareNumbers(before, after, path);
    for (const { severity, problem } of boundChanges(before, after, this.#side)) this.#add(severity, path, problem);
    this.#compareProperties(before, after, path);
    if (before.items && after.items) this.compare(before.items, after.items, `${path}[]`);
    const [oldValues, newValues] = [before.additionalProperties, after.additionalProperties];
    if (oldValues && newValues) this.compare(oldValues, newValues, `${path}{}`);
  }

  #compareNumbers({ format: was }: OpenApiSchema, { format: is }: OpenApiSchema, path: string): void {
    if (was === is) return;
    const fits = this.#side === "request" ? isWider(was, is) : isWider(is, was);
    if (!fits) this.#add("error", path, `the format changes from ${was ?? "none"} to ${is ?? "none"}`);
  }

  #compareProperties(before: OpenApiSchema, after: OpenApiSchema, path: string): void {
    const [was, is] = [before.properties ?? {}, after.properties ?? {}];
    for (const [name, schema] of Object.entries(was)) {
      const at = path === "" ? name : `${path}.${name}`;
      const next = Object.hasOwn(is, name) ? is[name] : undefined;
      if (next === undefined) {
        this.#add("error", at, "the field is removed");
        continue;
      }
      this.#compareRequired(before.required?.includes(name) ?? false, after.required?.includes(name) ?? false, at);
      this.compare(schema, next, at);
    }
    if (this.#side === "request") return;
    for (const name of after.required ?? [])
      if (!Object.hasOwn(was, name))
        this.#add("error", path === "" ? name : `${path}.${name}`, "the required field is new");
  }

  /** A reader may rely on what is required, although most callers go on sending it; a writer may leave out what is optional. */
  #compareRequired(was: boolean, is: boolean, path: string): void {
    if (this.#side === "request" && was && !is) this.#add("warning", path, "the field is not required any more");
    if (this.#side === "response" && !was && is) this.#add("error", path, "the field is required now");
  }

  #add(severity: SchemaChange["severity"], path: string, problem: string): void {
    this.changes.push({ severity, path, problem });
  }
}

/** The name of the component that a schema is. A document may wrap references in `allOf`, to describe them. */
function referenceOf({ $ref, allOf }: OpenApiSchema): string | undefined {
  return ($ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined))?.slice(reference.length);
}

/** The schema that a reference names, with what stands beside the reference. */
function resolved(schema: OpenApiSchema, schemas: SchemaIn["schemas"]): OpenApiSchema {
  const name = referenceOf(schema);
  if (name === undefined) return schema;
  return { ...(Object.hasOwn(schemas, name) ? schemas[name] : undefined), ...beside(schema) };
}

/** What stands beside the reference of a schema. */
function beside(schema: OpenApiSchema): OpenApiSchema {
  const { $ref: _, allOf: __, ...rest } = schema;
  return rest;
}

/** What JSON values have the schema, for comparison and for messages. */
function typeOf({ type, oneOf, items, additionalProperties }: OpenApiSchema): string {
  if (oneOf !== undefined) return `one of ${oneOf.map(typeOf).toSorted().join(", ")}`;
  if (type === "object" && additionalProperties !== undefined) return "map";
  if (type === undefined) return items === undefined ? "any value" : "array";
  return type;
}

/** Whether all numbers or strings of one format have the other one. Formats of strings are different data. */
function isWider(format: string | undefined, than: string | undefined): boolean {
  const order: readonly (string | undefined)[] = ["int32", "int64"];
  const floats: readonly (string | undefined)[] = ["float", "double"];
  return [order, floats].some((all) => all.includes(than) && all.indexOf(format) >= all.indexOf(than));
}
