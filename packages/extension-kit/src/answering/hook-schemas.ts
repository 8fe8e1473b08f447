// The schemas of requests and responses, from the hooks' OpenAPI document, each compiled when it is first needed. Servers check
// what they are sent and what they answer; callers check what they get.
import type { Hook } from "@capstan/api";
import { hooksOpenApi } from "@capstan/api/openapi";
import { getAt } from "@capstan/kube";
import { type CompiledSchema, compileSchema, inlineSchema } from "@capstan/schema/structural";
import { catalogEntry } from "../authoring/hook-keys.ts";

/** Where an operation of the document has the schema of each side. */
const places = { request: ["requestBody"], response: ["responses", "200"] } as const;
type Side = keyof typeof places;

/** Null for hooks that Cluster API does not have. */
const compiled: Readonly<Record<Side, WeakMap<Hook, CompiledSchema | null>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};

/** The schema of a hook's request or response; undefined for hooks that Cluster API does not have. */
function hookSchema(hook: Hook, side: Side): CompiledSchema | undefined {
  const known = compiled[side].get(hook);
  if (known !== undefined) return known ?? undefined;
  const schema = compile(hook, side);
  compiled[side].set(hook, schema ?? null);
  return schema;
}

function compile(hook: Hook, side: Side): CompiledSchema | undefined {
  const entry = catalogEntry(hook);
  if (entry === undefined) return undefined;
  const { paths, components } = hooksOpenApi();
  const operation = paths[entry.singleton ? entry.path : `${entry.path}/{name}`];
  const reference = getAt(operation, ["post", ...places[side], "content", "application/json", "schema", "$ref"]);
  return typeof reference === "string" ? compileSchema(inlineSchema(components.schemas, reference)) : undefined;
}

/** The first problem of a value, or undefined when there is none. Go writes null for what is not set, so nulls are removed first, in place. */
export function firstProblem(hook: Hook, side: Side, value: unknown): string | undefined {
  const schema = hookSchema(hook, side);
  schema?.applyDefaults(value);
  const error = schema?.firstError(value);
  return error === undefined ? undefined : `${error.field}: ${error.message}`;
}
