// What the catalog generator offers to the cli and to packages that generate.
export { emitCatalog, type EmitCatalogOptions, type EmitCatalogResult } from "./emit-catalog.ts";
export { catalogDiagnostics } from "./diagnostics.ts";
