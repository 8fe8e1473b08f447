// Declared hooks to their OpenAPI document and their catalog, and foreign OpenAPI documents to declared hooks.
export { emitOpenApi, type EmitOpenApiResult, openApiOf } from "./openapi/emit-openapi.ts";
export { apiNaming, type ComponentNaming } from "./openapi/component-names.ts";
export type {
  EmitOpenApiOptions,
  OpenApiProfile,
  OpenApiDocument,
  OpenApiInfo,
  OpenApiOperation,
  OpenApiSchema,
} from "./openapi/document.ts";
export { hookPath } from "./openapi/hook-operation.ts";
export { importHooks } from "./import/import-hooks.ts";
export type { ImportedHooks, ImportHooksOptions } from "./import/import-hooks.ts";
export type { WriteTypes } from "./import/type-shapes.ts";
export { emitCatalog, type EmitCatalogOptions, type EmitCatalogResult } from "./catalog/emit-catalog.ts";
export { checkDefinitions } from "./definition/check-definitions.ts";
export { hookChanges, type HookChange } from "./changes/hook-changes.ts";
export { type HookSet, hookSetOf } from "./changes/hook-set.ts";
export { checkReleased, type ReleasedHooks, type ReleaseOptions } from "./lock/check-released.ts";
export { hookDiagnostics } from "./diagnostics.ts";
