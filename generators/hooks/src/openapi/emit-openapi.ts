// Hooks -> one OpenAPI 3.0 document, as YAML and as JSON. The same model gives the same bytes.
import type { TypeModel } from "@capstan/generator-model";
import type { GeneratedFile } from "@capstan/generator-model/files";
import { hasErrors, type Diagnostic } from "@capstan/kube";
import { emitYaml } from "@capstan/schema/yaml";
import { ComponentSchemas } from "./component-schemas.ts";
import { hookProblem } from "../diagnostics.ts";
import type { EmitOpenApiOptions, OpenApiDocument } from "./document.ts";
import { envelopeProblems } from "./envelope-fields.ts";
import { hookOf, hookOperation, hookPath } from "./hook-operation.ts";
import { strictDocument } from "./strict-profile.ts";
import { upstreamDocument } from "./upstream-profile.ts";

/** The files, or what is wrong; with an error there are none. */
export interface EmitOpenApiResult {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The document of every hook of the model. */
export function emitOpenApi(model: TypeModel, options: EmitOpenApiOptions): EmitOpenApiResult {
  const { document, diagnostics } = openApiOf(model, options);
  if (hasErrors(diagnostics)) return { files: [], diagnostics };
  const json = `${JSON.stringify(sortKeys(document))}\n`;
  return {
    files: [
      { path: `${options.path}.json`, content: json },
      { path: `${options.path}.yaml`, content: emitYaml(sortKeys(document)) },
    ],
    diagnostics,
  };
}

/** The document as an object. */
export function openApiOf(
  model: TypeModel,
  { info, components, constraints = false, profile, variables = {} }: Omit<EmitOpenApiOptions, "path">,
): { readonly document: OpenApiDocument; readonly diagnostics: readonly Diagnostic[] } {
  // What a constraint excludes has no default in upstream's document.
  const collected = new ComponentSchemas(model, {
    components,
    constraints: profile === undefined ? constraints : "all",
  });
  const paths: OpenApiDocument["paths"] = {};
  for (const definition of model.hooks) {
    const hook = hookOf(definition);
    const path = hookPath(hook);
    if (paths[path] !== undefined) {
      const { position } = definition;
      collected.diagnostics.push(hookProblem("openapi/duplicate-path", { values: { path }, position }));
    }
    const [request, response] = [collected.schemaOf(definition.request), collected.schemaOf(definition.response)];
    const schemas = { hook, request, response, components: collected.schemas };
    collected.diagnostics.push(...envelopeProblems(definition, schemas));
    paths[path] = { post: hookOperation(hook, request, response) };
  }
  const document: OpenApiDocument = { openapi: "3.0.0", info, paths, components: { schemas: collected.schemas } };
  const { diagnostics } = collected;
  if (profile === undefined) return { document, diagnostics };
  if (profile === "upstream") return { document: upstreamDocument(document), diagnostics };
  const values = Object.entries(variables).map(([name, type]) => [name, collected.schemaOf(type)] as const);
  return { document: strictDocument(document, Object.fromEntries(values)), diagnostics };
}

/** The value with the keys of every object in alphabetical order, as Cluster API's document has them. */
export function sortKeys<T>(value: T): T;
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => sortKeys(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]: [string, unknown]) => [key, sortKeys(child)]),
  );
}
