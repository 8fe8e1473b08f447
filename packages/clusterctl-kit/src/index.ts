export { checkVariables } from "./envsubst/check-variables.ts";
export { envsubstDiagnostics } from "./envsubst/diagnostics.ts";
export { escapeVariables } from "./envsubst/escape.ts";
export { listVariables, type Variable } from "./envsubst/list-variables.ts";
export { substitute, type Substituted, type Values } from "./envsubst/substitute.ts";
