// What the OpenAPI generator offers to the cli and to packages that generate.
export { emitOpenApi, type EmitOpenApiOptions, type EmitOpenApiResult, openApiOf } from "./emit-openapi.ts";
export { apiNaming, type ComponentNaming } from "./component-names.ts";
export type { OpenApiDocument, OpenApiInfo, OpenApiOperation, OpenApiSchema } from "./document.ts";
export { hookPath } from "./hook-operation.ts";
export { openApiDiagnostics } from "./diagnostics.ts";
