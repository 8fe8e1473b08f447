// Hooks as data that can be compared: how each behaves, the schemas of its request and response, and what a change of one is.
import type { Hook, HookHandlers } from "@capstan/contract/define";
import type { OpenApiDocument, OpenApiSchema } from "../openapi/document.ts";

/** Which data of a hook a schema describes. */
export type HookSide = "request" | "response";

/** A change that a program may notice. */
export interface SchemaChange {
  /** An error breaks programs that keep to the schema before; a warning can surprise them. */
  readonly severity: "error" | "warning";
  /** Where, with dots, `[]` for elements of lists and `{}` for values of maps; empty for the whole. */
  readonly path: string;
  readonly problem: string;
}

/** How a hook behaves apart from its data. A change of it is visible to every extension. */
export interface HookBehavior {
  readonly blocking: boolean;
  readonly singleton: boolean;
  readonly handlers: HookHandlers;
}

/** A hook in one version. */
export interface HookShape {
  /** Undefined where only a document is known, as of Cluster API's releases. */
  readonly behavior?: HookBehavior;
  readonly request: OpenApiSchema;
  readonly response: OpenApiSchema;
}

/** Hooks by `<group>/<version>/<name>`, with the components that their schemas refer to. */
export interface HookSet {
  readonly hooks: Readonly<Record<string, HookShape>>;
  readonly schemas: Readonly<Record<string, OpenApiSchema>>;
}

/** The key of a hook in a set. */
export function hookId({ apiVersion, name }: Pick<Hook, "apiVersion" | "name">): string {
  return `${apiVersion}/${name}`;
}

/** The hooks of a document. Where the declared hooks are given, their names and behavior are read from them; a document has only paths, in lower case. */
export function hookSetOf({ paths, components }: OpenApiDocument, declared: readonly Hook[] = []): HookSet {
  const byPath = new Map(declared.map((hook) => [`${hook.apiVersion}/${hook.name}`.toLowerCase(), hook]));
  const hooks = Object.entries(paths).map(([path, { post }]) => {
    const id = path.slice(1).replace(/\/\{name\}$/, "");
    const hook = byPath.get(id);
    const { blocking, singleton, handlers } = hook ?? {};
    const shape: HookShape = {
      ...(blocking === undefined || singleton === undefined || handlers === undefined
        ? {}
        : { behavior: { blocking, singleton, handlers } }),
      request: post.requestBody.content["application/json"].schema,
      response: jsonSchema(post.responses["200"]?.content ?? {}) ?? {},
    };
    return [hook === undefined ? id : hookId(hook), shape] as const;
  });
  return { hooks: Object.fromEntries(hooks), schemas: components.schemas };
}

function jsonSchema(content: object): OpenApiSchema | undefined {
  const json: { readonly "application/json"?: { readonly schema: OpenApiSchema } } = content;
  return json["application/json"]?.schema;
}

/** The set without what says nothing about data, for files in which hooks are compared later. */
export function withoutDescriptions({ hooks, schemas }: HookSet): HookSet {
  return {
    hooks: mapped(hooks, ({ request, response, ...hook }) => ({
      ...hook,
      request: undescribed(request),
      response: undescribed(response),
    })),
    schemas: mapped(schemas, undescribed),
  };
}

function undescribed(described: OpenApiSchema): OpenApiSchema {
  const schema = { ...described };
  delete schema.description;
  const { properties, items, additionalProperties, oneOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapped(properties, undescribed) }),
    ...(items && { items: undescribed(items) }),
    ...(additionalProperties && { additionalProperties: undescribed(additionalProperties) }),
    ...(oneOf && { oneOf: oneOf.map(undescribed) }),
    ...(allOf && { allOf: allOf.map(undescribed) }),
  };
}

function mapped<A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
