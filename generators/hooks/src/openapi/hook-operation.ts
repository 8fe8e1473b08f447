// A hook as a path and its operation. Cluster API posts to these paths.
import { describeHook, type Hook, type HookInput } from "@capstan/contract/define";
import type { DeclaredHook } from "@capstan/generator-model";
import type { OpenApiOperation, OpenApiSchema } from "./document.ts";

/** A declared hook with everything that follows from its options. */
export function hookOf({ options }: DeclaredHook): Hook {
  // The compiler has checked the options against defineHook; the model has them as JSON.
  return describeHook(options as unknown as HookInput);
}

/** The path of a hook; the handler's name is a parameter of it, except for singletons. */
export function hookPath(hook: Hook): string {
  const base = `/${hook.group}/${hook.version}/${hook.name.toLowerCase()}`;
  return hook.singleton ? base : `${base}/{name}`;
}

/** The operation of a hook. */
export function hookOperation(hook: Hook, request: OpenApiSchema, response: OpenApiSchema): OpenApiOperation {
  return {
    tags: [...hook.tags],
    summary: hook.summary,
    // Without details the mark of the operation says all.
    description: [hook.description, ...(hook.deprecation === undefined ? [] : deprecationOf(hook))].join("\n\n"),
    operationId: operationId(hook),
    ...(hook.deprecated ? { deprecated: true } : {}),
    ...(hook.singleton
      ? {}
      : {
          parameters: [
            {
              in: "path" as const,
              name: "name",
              description: "The name of the handler: as discovered, without the name of the ExtensionConfig.",
              required: true as const,
              schema: { type: "string" },
            },
          ],
        }),
    requestBody: { content: { "application/json": { schema: request } } },
    responses: {
      "200": { description: "The answer of the handler.", content: { "application/json": { schema: response } } },
    },
  };
}

/** What documents and types say of a deprecated hook: one sentence, or none. */
export function deprecationOf({ deprecated, deprecation }: Hook): readonly string[] {
  if (deprecation === undefined) return deprecated ? ["Deprecated."] : [];
  const { since, replacement, removal } = deprecation;
  return [`Deprecated since ${since}: use ${replacement}. It may be removed in ${removal}.`];
}

/** `hooks.runtime.cluster.x-k8s.io` and `BeforeX` give `hooksRuntimeClusterV1alpha1BeforeX`. */
function operationId(hook: Hook): string {
  const [first = "", ...rest] = hook.group.replace(/\.x-k8s\.io$/, "").split(".");
  return [
    first,
    ...[...rest, hook.version, hook.name].map((part) => part.charAt(0).toUpperCase() + part.slice(1)),
  ].join("");
}
