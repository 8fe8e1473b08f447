// The schemas of requests and responses, out of the hooks' OpenAPI document, compiled when a hook is first called. Both
// sides use them: the server for what it is asked and what it answers, the caller for what it is answered.
import type { Hook } from "@capstan/api";
import { hooksOpenApi } from "@capstan/api/openapi";
import type { JSONSchema } from "@capstan/kube/builtin";
import { type CompiledSchema, compileSchema } from "@capstan/schema/structural";
import { inlineSchema } from "./inline-schema.ts";

const compiled = new Map<string, CompiledSchema | undefined>();

/** The schema of a hook's request or response; undefined for hooks that Cluster API does not have. */
function hookSchema(hook: Hook, side: "request" | "response"): CompiledSchema | undefined {
  const kind = side === "request" ? hook.requestKind : hook.responseKind;
  const id = `${hook.apiVersion}/${kind}`;
  if (!compiled.has(id)) compiled.set(id, compile(hook, kind));
  return compiled.get(id);
}

function compile(hook: Hook, kind: string): CompiledSchema | undefined {
  const { schemas } = hooksOpenApi().components;
  const suffix = `.${hook.version}.${kind}`;
  const name = Object.keys(schemas).find((candidate) => candidate.endsWith(`.hooks${suffix}`));
  return name === undefined || hook.group !== "hooks.runtime.cluster.x-k8s.io"
    ? undefined
    : compileSchema(inlineSchema(schemas as Readonly<Record<string, JSONSchema>>, name));
}

/** The first mistake of a value in words, or undefined when there is none. Go writes null for what is not there, so nulls go first, in place. */
export function firstProblem(hook: Hook, side: "request" | "response", value: unknown): string | undefined {
  const schema = hookSchema(hook, side);
  schema?.applyDefaults(value);
  const [error] = schema?.validate(value) ?? [];
  return error === undefined ? undefined : `${error.field}: ${error.message}`;
}
