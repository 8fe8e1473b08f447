// The schemas of requests and responses as a module beside the catalog: what servers and callers check by. They are strings of JSON without
// descriptions, which are parsed when the first call needs them.
import type { Hook } from "@capstan/contract/define";
import { propertyKey, stringLiteral } from "@capstan/generator-model/writing";
import type { OpenApiDocument, OpenApiSchema } from "../openapi/document.ts";
import { sortKeys } from "../openapi/emit-openapi.ts";
import { hookPath } from "../openapi/hook-operation.ts";

/** The module's first line, and the module that it imports. */
export interface SchemasModuleOptions {
  readonly banner: string;
  readonly runtime: string;
}

/** The module with the components of a document. */
export function schemasModule(document: OpenApiDocument, { banner, runtime }: SchemasModuleOptions): string {
  const { schemas } = sortKeys(document.components);
  return [
    banner,
    `import { type HookComponents, hookComponents } from ${stringLiteral(runtime)};`,
    "",
    "/** The schemas of the types in requests and responses, by their names in the OpenAPI document. */",
    "export const components: HookComponents = hookComponents({",
    ...Object.entries(schemas).map(
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
  const { requestBody, responses } = document.paths[hookPath(hook)]?.post ?? {};
  const nameOf = (schema: OpenApiSchema | undefined): string => schema?.$ref?.slice(prefix.length) ?? "";
  return {
    request: nameOf(requestBody?.content["application/json"].schema),
    response: nameOf(contentOf(responses?.["200"])),
  };
}

function contentOf(
  response: OpenApiDocument["paths"][string]["post"]["responses"][string] | undefined,
): OpenApiSchema | undefined {
  return response !== undefined && "application/json" in response.content
    ? response.content["application/json"].schema
    : undefined;
}
