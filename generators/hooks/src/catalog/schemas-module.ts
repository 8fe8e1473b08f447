// The schemas of requests and responses as a module beside the catalog: what servers and callers check by. They are strings of JSON without
// descriptions, which are parsed when the first call needs them.
import type { Hook } from "@capstan/contract/define";
import { propertyKey, stringLiteral } from "@capstan/generator-model/writing";
import type { OpenApiDocument, OpenApiSchema } from "../openapi/document.ts";
import { sortKeys } from "../openapi/emit-openapi.ts";
import { hookPath } from "../openapi/hook-operation.ts";

/** The hooks of the document, the module's first line, and the module that it imports. */
export interface SchemasModuleOptions {
  readonly hooks: readonly Hook[];
  readonly banner: string;
  readonly runtime: string;
}

/** The module with the components of a document. */
export function schemasModule(document: OpenApiDocument, { hooks, banner, runtime }: SchemasModuleOptions): string {
  const { schemas } = sortKeys(document.components);
  return [
    banner,
    `import { type HookComponents, hookComponents } from ${stringLiteral(runtime)};`,
    "",
    "/** The schemas of the types in requests and responses, by their names in the OpenAPI document. */",
    "export const components: HookComponents = hookComponents({",
    ...[...Object.entries(schemas), ...withoutComponent(document, hooks)].map(
      ([name, schema]) => `  ${propertyKey(name)}: ${stringLiteral(JSON.stringify(withoutText(schema)))},`,
    ),
    "});",
    "",
  ].join("\n");
}

/** Defaults stay whole, whatever their fields are named. */
function withoutText(described: OpenApiSchema): OpenApiSchema {
  const schema = { ...described };
  delete schema.description;
  const { properties, items, additionalProperties } = schema;
  const children = Object.entries(properties ?? {}).map(([name, child]) => [name, withoutText(child)] as const);
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(children) }),
    ...(items === undefined ? {} : { items: withoutText(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: withoutText(additionalProperties) }),
  };
}

const prefix = "#/components/schemas/";

/** The names of the components of a hook's request and response. */
export function bodyNames(
  document: OpenApiDocument,
  hook: Hook,
): { readonly request: string; readonly response: string } {
  const { request, response } = bodiesOf(document, hook);
  return { request: request.name, response: response.name };
}

interface Body {
  readonly name: string;
  readonly schema: OpenApiSchema;
}

function bodiesOf(document: OpenApiDocument, hook: Hook): { readonly request: Body; readonly response: Body } {
  const { requestBody, responses } = document.paths[hookPath(hook)]?.post ?? {};
  const body = (kind: string, schema: OpenApiSchema = {}): Body => ({
    // What is no object with fields has no component in the document.
    name: schema.$ref?.slice(prefix.length) ?? `${hook.apiVersion}/${kind}`,
    schema,
  });
  return {
    request: body(hook.requestKind, requestBody?.content["application/json"].schema),
    response: body(hook.responseKind, contentOf(responses?.["200"])),
  };
}

/** The schemas of bodies that have no component, by the names that they get here. */
function withoutComponent(
  document: OpenApiDocument,
  hooks: readonly Hook[],
): readonly (readonly [string, OpenApiSchema])[] {
  return hooks
    .flatMap((hook) => Object.values(bodiesOf(document, hook)))
    .filter(({ schema }: Body) => schema.$ref === undefined)
    .map(({ name, schema }: Body) => [name, sortKeys(schema)] as const);
}

type Responses = OpenApiDocument["paths"][string]["post"]["responses"];

function contentOf(response: Responses[string] | undefined): OpenApiSchema | undefined {
  return response !== undefined && "application/json" in response.content
    ? response.content["application/json"].schema
    : undefined;
}
