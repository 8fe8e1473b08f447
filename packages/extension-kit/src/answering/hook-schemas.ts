// The schemas of requests and responses, from the catalog of a hook or from the OpenAPI document of Cluster API's hooks, each compiled when it is
// first needed. Servers check what they are sent and what they answer; callers check what they get. A newer core has values of enums that this one
// does not know, for example in a Machine: its requests may have any.
import type { Hook } from "@capstan/api";
import { hooksOpenApi } from "@capstan/api/openapi";
import { getAt } from "@capstan/kube";
import { type CompiledSchema, compileSchema, inlineSchema } from "@capstan/schema/structural";
import { catalogEntry } from "../authoring/hook-keys.ts";
import type { CatalogHook } from "../authoring/hook-versions.ts";

/** Which body of a call. */
export type CallSide = "request" | "response";

/** Where an operation of the document has the schema of each side. */
const places = { request: ["requestBody"], response: ["responses", "200"] } as const;
const keywords = { request: "shapes", response: "types" } as const;

/** Null for hooks without a schema. */
const compiled: Readonly<Record<CallSide, WeakMap<Hook, CompiledSchema | null>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};

/**
 * The schema of a hook's request or response, as servers and callers check it; undefined for hooks that neither Cluster API nor a catalog has.
 *
 * @example
 * const problems = hookSchema(hookCatalog.GeneratePatches, "request")?.validate(request) ?? [];
 */
export function hookSchema(hook: CatalogHook, side: CallSide): CompiledSchema | undefined {
  const known = compiled[side].get(hook);
  if (known !== undefined) return known ?? undefined;
  const schema = compile(hook, side);
  compiled[side].set(hook, schema ?? null);
  return schema;
}

const prefix = "#/components/schemas/";

function compile(hook: CatalogHook, side: CallSide): CompiledSchema | undefined {
  const { schemas } = hook;
  // Bounds count too: nobody has checked these bodies before.
  if (schemas !== undefined)
    return compileSchema(inlineSchema(schemas.components(), `${prefix}${schemas[side]}`, "all"));
  const entry = catalogEntry(hook);
  if (entry === undefined) return undefined;
  const { paths, components } = hooksOpenApi();
  const operation = paths[entry.singleton ? entry.path : `${entry.path}/{name}`];
  const reference = getAt(operation, ["post", ...places[side], "content", "application/json", "schema", "$ref"]);
  return typeof reference === "string"
    ? compileSchema(inlineSchema(components.schemas, reference, keywords[side]))
    : undefined;
}

/** The names of the fields that a hook's response may have; undefined for hooks that Cluster API does not have. */
export function responseFields(hook: CatalogHook): readonly string[] | undefined {
  const schema = hookSchema(hook, "response")?.schema;
  return schema && Object.keys(schema.properties ?? {});
}

/** The first problem of a value, or undefined when there is none. Go writes null for what is not set, so nulls are removed first, in place. */
export function firstProblem(hook: CatalogHook, side: CallSide, value: unknown): string | undefined {
  const error = hookSchema(hook, side)?.firstErrorWithDefaults(value);
  return error === undefined ? undefined : `${error.field}: ${error.message}`;
}
