// The fields apiVersion and kind of requests and responses: callers and extensions write the version and the kind of the hook into them, whatever
// the author means by them.
import type { DeclaredHook } from "@capstan/generator-model";
import type { Hook } from "@capstan/contract/define";
import type { Diagnostic } from "@capstan/kube";
import { hookProblem } from "../diagnostics.ts";
import type { OpenApiSchema } from "./document.ts";

/** A hook and the schemas of its bodies. */
export interface EnvelopeSchemas {
  readonly hook: Hook;
  readonly request: OpenApiSchema;
  readonly response: OpenApiSchema;
  readonly components: Readonly<Record<string, OpenApiSchema>>;
}

/** Such fields that have no room for what is written into them. */
export function envelopeProblems({ position }: DeclaredHook, schemas: EnvelopeSchemas): Diagnostic[] {
  const { hook, components } = schemas;
  const bodies = [
    { schema: schemas.request, kind: hook.requestKind },
    { schema: schemas.response, kind: hook.responseKind },
  ];
  return bodies.flatMap(({ schema, kind }) => {
    const { properties = {} } = resolved(schema, components);
    return Object.entries({ apiVersion: hook.apiVersion, kind }).flatMap(([field, value]) => {
      const declared = Object.hasOwn(properties, field) ? properties[field] : undefined;
      if (declared === undefined || hasRoom(resolved(declared, components), value)) return [];
      return [hookProblem("openapi/envelope-field", { values: { kind, field, value }, position })];
    });
  });
}

const prefix = "#/components/schemas/";

function resolved(schema: OpenApiSchema, components: EnvelopeSchemas["components"]): OpenApiSchema {
  const name = schema.$ref?.slice(prefix.length);
  return name !== undefined && Object.hasOwn(components, name) ? (components[name] ?? schema) : schema;
}

function hasRoom({ type, enum: values, format }: OpenApiSchema, value: string): boolean {
  return type === "string" && format === undefined && (values === undefined || values.includes(value));
}
