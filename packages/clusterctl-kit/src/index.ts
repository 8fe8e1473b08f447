// Builds the release of a provider or extension for clusterctl, and reads variables in release files as clusterctl does.

// Releases
export type { ExtensionConfigOptions, ReleaseConfig, ReleaseSeries, Repository } from "./release/release-config.ts";
export type { Bundle } from "./release/bundle.ts";
export { bundle } from "./release/bundle.ts";
export type { JointBundle } from "./release/bundle-together.ts";
export { bundleTogether } from "./release/bundle-together.ts";
export type { BundleInput, InstallScope, ReleaseFile } from "./release/bundle-input.ts";
export { clusterctlConfigYaml, localLayout } from "./release/repository.ts";
export type { ReleaseNames } from "./release/release-names.ts";
export { namesOf } from "./release/release-names.ts";
export { isCanonicalImage } from "./release/image-name.ts";

// The declaration of conversion webhooks, for any address

// Variables in release files
export type { Substituted, Values } from "./envsubst/substitute.ts";
export { substitute } from "./envsubst/substitute.ts";
export type { TemplateVariable } from "./envsubst/list-variables.ts";
export { listVariables } from "./envsubst/list-variables.ts";
export { escapeVariables } from "./envsubst/substitute.ts";
export { memoryMiB } from "./components/memory.ts";
