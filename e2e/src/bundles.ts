// The releases of the examples and of the extensions of `e2e runtime` and `e2e replay`, made by `capstan bundle` as an author would, in a local repository that clusterctl reads.
import { join } from "node:path";
import { root, runCommand } from "@capstan/repo";
import type { ProviderSource } from "@capstan/tool-control-plane/clusterctl";

/** One example and what clusterctl calls its release. */
export interface Example {
  readonly folder: string;
  readonly label: string;
  readonly source: Omit<ProviderSource, "url">;
  readonly components: string;
  /** The image of its Deployment, without registry and tag. */
  readonly image: string;
}

/** Which example. */
export type ExampleName = "local" | "http" | "bootstrap" | "ipam" | "lifecycle" | "topology" | "everyHook" | "replayed";

/** The version every example is released as. */
export const exampleVersion = "v0.1.0";

/** The examples, by what they are. */
export const examples: Readonly<Record<ExampleName, Example>> = {
  local: {
    folder: "examples/provider-local",
    label: "infrastructure-local",
    source: { name: "local", type: "InfrastructureProvider" },
    components: "infrastructure-components.yaml",
    image: "provider-local",
  },
  http: {
    folder: "examples/provider-http",
    label: "infrastructure-http",
    source: { name: "http", type: "InfrastructureProvider" },
    components: "infrastructure-components.yaml",
    image: "provider-http",
  },
  bootstrap: {
    folder: "examples/bootstrap-local",
    label: "bootstrap-local",
    source: { name: "local", type: "BootstrapProvider" },
    components: "bootstrap-components.yaml",
    image: "bootstrap-local",
  },
  ipam: {
    folder: "examples/ipam-local",
    label: "ipam-local",
    source: { name: "local", type: "IPAMProvider" },
    components: "ipam-components.yaml",
    image: "ipam-local",
  },
  lifecycle: {
    folder: "examples/extension-lifecycle",
    label: "runtime-extension-lifecycle",
    source: { name: "lifecycle", type: "RuntimeExtensionProvider" },
    components: "runtime-extension-components.yaml",
    image: "extension-lifecycle",
  },
  topology: {
    folder: "examples/extension-topology",
    label: "runtime-extension-topology",
    source: { name: "topology", type: "RuntimeExtensionProvider" },
    components: "runtime-extension-components.yaml",
    image: "extension-topology",
  },
  everyHook: {
    folder: "e2e/extension",
    label: "runtime-extension-every-hook",
    source: { name: "every-hook", type: "RuntimeExtensionProvider" },
    components: "runtime-extension-components.yaml",
    image: "extension-every-hook",
  },
  replayed: {
    folder: "e2e/replayed-extension",
    label: "runtime-extension-replayed",
    source: { name: "replayed", type: "RuntimeExtensionProvider" },
    components: "runtime-extension-components.yaml",
    image: "extension-replayed",
  },
};

/** A release that differs from the usual one. */
export interface SpecialRelease {
  /** For this contract alone. */
  readonly contract?: "v1beta1";
  /** For one namespace. */
  readonly scope?: "namespace";
}

/** Makes a release of an example below `repository`. */
export async function bundleExample(name: ExampleName, repository: string, special: SpecialRelease): Promise<void> {
  const cli = [process.execPath, "--conditions=@capstan/source", join(root, "packages/cli/src/main.ts")];
  const options = Object.entries(special).flatMap(([option, value]) => [`--${option}`, value]);
  const command = [...cli, "bundle", "--local", repository, "--version", exampleVersion, ...options];
  const { code, output } = await runCommand(command, {
    cwd: join(root, examples[name].folder),
    env: { NODE_OPTIONS: "--conditions=@capstan/source" },
  });
  if (code !== 0) throw new Error(`capstan bundle of ${examples[name].folder} ended with ${code}:\n${output}`);
}

/** How clusterctl finds an example's release. */
export function exampleSource(name: ExampleName, repository: string): ProviderSource {
  const { source, label, components } = examples[name];
  return { ...source, url: join(repository, label, exampleVersion, components) };
}

/** A file of an example's release. */
export function releaseFile(name: ExampleName, repository: string, file: string): string {
  return join(repository, examples[name].label, exampleVersion, file);
}
