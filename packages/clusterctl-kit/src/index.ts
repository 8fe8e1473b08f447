// What ships a provider: its configuration, its releases, the variables in their files. The cli calls all of it and writes.

// Configuration
export type { CapstanConfig, ContractVersion, ReleaseSeries, Repository } from "./config/config.ts";
export { defineConfig } from "./config/config.ts";
export type { GenerateConfig, GenerateFolders } from "./config/generate-config.ts";
export { generateFolders } from "./config/generate-config.ts";
export type { CheckedConfig } from "./config/check-config.ts";
export { checkConfig } from "./config/check-config.ts";

// Releases
export type { Bundle, BundleInput } from "./release/bundle.ts";
export { bundle } from "./release/bundle.ts";
export type { ReleaseFile } from "./release/release-file.ts";
export { clusterctlConfigYaml, componentsFile, localLayout, repositoryUrl } from "./release/repository.ts";
export { metadataYaml } from "./release/metadata.ts";
export { unreachableKinds } from "./release/ownership.ts";
export { checkTemplates } from "./release/templates.ts";
export type { Names } from "./names.ts";
export { namesOf } from "./names.ts";
export type { BundleCode } from "./diagnostics.ts";
export { bundleDiagnostics } from "./diagnostics.ts";

// Webhooks, declared as in a release, at any address
export { admissionWebhook, conversionStanza } from "./components/webhook-declarations.ts";

// Variables, as clusterctl reads them
export type { Substituted, Values } from "./envsubst/substitute.ts";
export { substitute } from "./envsubst/substitute.ts";
export type { Variable } from "./envsubst/list-variables.ts";
export { listVariables } from "./envsubst/list-variables.ts";
export { checkVariables } from "./envsubst/check-variables.ts";
export { escapeVariables } from "./envsubst/escape.ts";
export type { VariableCode } from "./envsubst/diagnostics.ts";
export { envsubstDiagnostics } from "./envsubst/diagnostics.ts";
