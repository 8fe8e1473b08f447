export { crdObjects, emitCrds } from "./emit-crds.ts";
export type { CrdObjects, EmitCrdsOptions, EmittedCrds } from "./emit-crds.ts";
export { crdDiagnostics } from "./diagnostics.ts";
