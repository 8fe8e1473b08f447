// Components as declarations: an object with fields becomes an interface, anything else an alias.
import type { TypeSyntax } from "@capstan/generator-model/syntax";
import { tagLines, tagText, typeName } from "@capstan/generator-model/writing";
import type { PlainSchema } from "./plain-schema.ts";
import { objectBase, writeComment, writeMembers, writeType, type TypeScope } from "./write-type.ts";

/** A component about to be written. */
export interface ComponentToWrite {
  readonly name: string;
  readonly schema: PlainSchema;
  readonly shape: TypeSyntax;
  /** The name in the document; absent for a schema inside an operation. */
  readonly component?: string;
}

/** Whether a component becomes an interface, and stays a component when the document is generated again. */
export function isInterface({ type, nullable, properties = {} }: PlainSchema): boolean {
  return type === "object" && nullable !== true && Object.keys(properties).length > 0;
}

/** The lines of a component's declaration. */
export function writeDeclaration(scope: TypeScope, { name, schema, shape, component }: ComponentToWrite): string[] {
  if (!isInterface(schema) || shape.kind !== "object") {
    const { text, base, tags } = writeType(scope, shape, schema);
    return [...writeComment(schema, [...tagLines(schema, base), ...tags]), `export type ${typeName(name)} = ${text};`];
  }
  const own = component === undefined ? [] : [`@component ${tagText(component)}`];
  const members = writeMembers(scope, shape.members, schema);
  return [
    ...writeComment(schema, [...own, ...tagLines(schema, objectBase(schema))]),
    `export interface ${typeName(name)} {`,
    ...members.map((line) => (line === "" ? "" : `  ${line}`)),
    "}",
  ];
}
