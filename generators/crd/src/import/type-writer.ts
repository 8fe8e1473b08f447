// The schema of a CRD version -> TypeScript declarations. Every object becomes an interface; equal objects share one. Tags express the rest,
// so that the same schema is generated again.
import { commentLines, isWritable, propertyKey, tagLines, typeName } from "@capstan/generator-model/writing";
import type { JSONSchema } from "@capstan/kube/builtin";
import { nonNullSchema, nullableSchema } from "../schema/nullable-schema.ts";
import { scalarType, type TypeText } from "./scalar-types.ts";
import { ShapeIds } from "./shape-ids.ts";
import { elementName, TypeNames } from "./type-names.ts";

/** The field a type is written for and the type around it, from which its name is made. */
interface Naming {
  readonly field: string;
  readonly parent: string;
}

/** A type, and tags for its elements, which have no declaration. */
interface Written extends Omit<TypeText, "imports"> {
  readonly tags: readonly string[];
}

/** Writes the types of one file. */
export class TypeWriter {
  readonly imports: Set<string> = new Set();
  readonly #declarations: string[][] = [];
  readonly #byShape = new Map<string, string>();
  readonly #shapes = new ShapeIds();
  readonly #names: TypeNames;

  constructor(kind: string) {
    this.#names = new TypeNames(kind);
  }

  /** The declarations so far, outer types first. */
  get declarations(): readonly string[] {
    return this.#declarations.map((lines) => lines.join("\n"));
  }

  /** The lines of an interface's members. */
  members(schema: JSONSchema, parent: string): string[] {
    const required = new Set(schema.required);
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const { text, base, tags } = this.#type(property, { field: name, parent });
      const comment = this.comment(property, base, tags);
      return [...comment, `${propertyKey(name)}${required.has(name) ? "" : "?"}: ${text};`].map((line) => `  ${line}`);
    });
  }

  /** The doc comment of a schema whose type alone has the schema `base`. */
  comment(schema: JSONSchema, base: JSONSchema, tags: readonly string[] = []): string[] {
    const { description } = schema;
    const writable = description !== undefined && isWritable(description);
    return commentLines({
      description: writable ? description : undefined,
      tags: [...tagLines(schema, base), ...tags],
    });
  }

  #type(schema: JSONSchema, naming: Naming): Written {
    // An enum beside `nullable` rejects null.
    if (schema.nullable !== true || schema.enum !== undefined) return this.#plain(schema, naming);
    const written = this.#plain(nonNullSchema(schema) ?? schema, naming);
    return { ...written, text: `${written.text} | null`, base: nullableSchema(written.base) };
  }

  #plain(schema: JSONSchema, naming: Naming): Written {
    const { type, items, properties, additionalProperties } = schema;
    if (type === "array" && items !== undefined) {
      const { text, tags } = this.#element(items, naming, "items");
      return { text: / [|] /.test(text) ? `(${text})[]` : `${text}[]`, base: { type, items }, tags };
    }
    if (type === "object" && properties !== undefined && Object.keys(properties).length > 0)
      return { text: this.#interface(schema, naming), base: interfaceSchema(schema), tags: [] };
    if (type === "object" && typeof additionalProperties === "object") {
      const { text, tags } = this.#element(additionalProperties, naming, "values");
      return { text: `Record<string, ${text}>`, base: { type, additionalProperties }, tags };
    }
    const { imports, ...scalar } = scalarType(schema);
    for (const name of imports) this.imports.add(name);
    return { ...scalar, tags: [] };
  }

  /** The element of a list or map. An element with a description gets its own declaration. */
  #element(schema: JSONSchema, { field, parent }: Naming, step: "items" | "values"): { text: string; tags: string[] } {
    const naming = { field: elementName(field), parent };
    const isObject = schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0;
    if (isObject && schema.nullable !== true) return { text: this.#documentedInterface(schema, naming), tags: [] };
    const { text, base, tags } = this.#type(schema, naming);
    if (schema.description === undefined) {
      const lines = [...tagLines(schema, base), ...tags];
      return { text, tags: lines.map((line) => line.replace("@", `@${step}.`)) };
    }
    const name = this.#declare(`alias ${this.#shapes.idOf(schema)}`, naming, () => ({
      comment: this.comment(schema, base, tags),
      body: (alias) => [`export type ${typeName(alias)} = ${text};`],
    }));
    return { text: name, tags: [] };
  }

  /** An interface without a comment: its description and tags are on the field. */
  #interface(schema: JSONSchema, naming: Naming): string {
    const key = `interface ${this.#shapes.idOf([schema.properties, schema.required])}`;
    return this.#declare(key, naming, () => ({ comment: [], body: (name) => this.#interfaceLines(schema, name) }));
  }

  /** An interface with the description and tags of the schema itself. */
  #documentedInterface(schema: JSONSchema, naming: Naming): string {
    return this.#declare(`documented ${this.#shapes.idOf(schema)}`, naming, () => ({
      comment: this.comment(schema, interfaceSchema(schema)),
      body: (name) => this.#interfaceLines(schema, name),
    }));
  }

  #interfaceLines(schema: JSONSchema, name: string): string[] {
    return [`export interface ${typeName(name)} {`, ...this.members(schema, name), "}"];
  }

  #declare(
    key: string,
    { field, parent }: Naming,
    make: () => { comment: string[]; body: (name: string) => string[] },
  ): string {
    const known = this.#byShape.get(key);
    if (known !== undefined) return known;
    const name = this.#names.nameFor(field, parent);
    this.#byShape.set(key, name);
    const lines: string[] = [];
    this.#declarations.push(lines);
    const { comment, body } = make();
    lines.push(...comment, ...body(name));
    return name;
  }
}

/** The schema of an interface without tags: its fields, and those of them that are required, sorted. */
export function interfaceSchema({ properties, required = [] }: JSONSchema): JSONSchema {
  const fields = [...new Set(required)].filter((name) => Object.hasOwn(properties ?? {}, name));
  return {
    type: "object",
    ...(properties !== undefined && { properties }),
    ...(fields.length > 0 && { required: fields.toSorted() }),
  };
}
