// The schema of `T | null`. The API server accepts null where `nullable` is set, but an `enum` beside it rejects null, even one that lists null. Inside of
// `allOf` it is not looked at for null.
import type { JSONSchema } from "@capstan/kube/builtin";

/** The schema of a type or null. */
export function nullableSchema({ enum: values, ...schema }: JSONSchema): JSONSchema {
  return { ...schema, nullable: true, ...(values === undefined ? {} : { allOf: [{ enum: values }] }) };
}

/**
 * The schema of the type in one that `nullableSchema` made; undefined for another schema, such as one with an enum beside `nullable`, which accepts
 * no null.
 */
export function nonNullSchema({ nullable, allOf, ...schema }: JSONSchema): JSONSchema | undefined {
  if (nullable !== true || schema.enum !== undefined) return undefined;
  if (allOf === undefined) return schema;
  const values = loneEnum(allOf);
  return values && { ...schema, enum: values };
}

/** The values of an enum that is all that the schemas say. */
function loneEnum(schemas: readonly JSONSchema[]): JSONSchema["enum"] {
  const [first, ...more] = schemas;
  const names = Object.keys(first ?? {});
  return more.length === 0 && names.every((name) => name === "enum") ? first?.enum : undefined;
}
