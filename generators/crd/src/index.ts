// What the CRD generator offers to the cli and to packages that generate: CRDs of types, and types of CRDs.
export { crdObjects, createCrdCache, emitCrds } from "./emit-crds.ts";
export type { CrdCache, CrdObjects, EmitCrdsOptions, EmittedCrds } from "./emit-crds.ts";
export { importCrd } from "./import/import-crd.ts";
export type { ImportCrdOptions, ImportedCrd, NextDocument } from "./import/import-crd.ts";
export { crdDiagnostics } from "./diagnostics.ts";
