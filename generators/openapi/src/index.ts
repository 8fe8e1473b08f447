// What the OpenAPI generator offers to the cli and to packages that generate.
export { emitOpenApi, type EmitOpenApiResult, openApiOf } from "./emit-openapi.ts";
export { apiNaming, type ComponentNaming } from "./component-names.ts";
export type { EmitOpenApiOptions, OpenApiDocument, OpenApiInfo, OpenApiOperation, OpenApiSchema } from "./document.ts";
export { hookPath } from "./hook-operation.ts";
export { openApiDiagnostics } from "./diagnostics.ts";
export { importHooks } from "./import/import-hooks.ts";
export type { ImportedHooks, ImportHooksOptions } from "./import/import-hooks.ts";
export type { WriteTypes } from "./import/type-shapes.ts";
