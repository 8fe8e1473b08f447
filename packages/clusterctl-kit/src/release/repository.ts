// The paths at which clusterctl finds the files of a release, and the lines of clusterctl's configuration for them.
import type { ProviderType } from "@capstan/contract/description";
import { emitYaml } from "@capstan/schema/yaml";
import type { ReleaseConfig, Repository } from "./release-config.ts";
import { namesOf } from "./release-names.ts";
import type { ReleaseFile } from "./bundle-input.ts";

/** The components file of each type of provider; the same name in every release. */
export const componentsFile: Readonly<Record<ProviderType, string>> = {
  infrastructure: "infrastructure-components.yaml",
  bootstrap: "bootstrap-components.yaml",
  "control-plane": "control-plane-components.yaml",
  ipam: "ipam-components.yaml",
  addon: "addon-components.yaml",
  "runtime-extension": "runtime-extension-components.yaml",
};

/** The types as clusterctl's configuration writes them. */
const configuredType: Readonly<Record<ProviderType, string>> = {
  infrastructure: "InfrastructureProvider",
  bootstrap: "BootstrapProvider",
  "control-plane": "ControlPlaneProvider",
  ipam: "IPAMProvider",
  addon: "AddonProvider",
  "runtime-extension": "RuntimeExtensionProvider",
};

/** Files of a release inside a local repository: `infrastructure-foo/v0.1.0/...` below the repository's root. */
export function localLayout(
  files: readonly ReleaseFile[],
  { config, version }: { readonly config: ReleaseConfig; readonly version: string },
): ReleaseFile[] {
  return files.map((file) => ({ ...file, path: `${namesOf(config).label}/${version}/${file.path}` }));
}

/** The URL of the components; a local folder must be absolute. */
function repositoryUrl(config: ReleaseConfig, repository: Repository, version: string): string {
  const file = componentsFile[config.type];
  if ("github" in repository)
    return `https://github.com/${repository.github.owner}/${repository.github.repo}/releases/latest/${file}`;
  return `${repository.local}/${namesOf(config).label}/${version}/${file}`;
}

/** The `providers` entry for a user's clusterctl configuration file. */
export function clusterctlConfigYaml(config: ReleaseConfig, repository: Repository, version: string): string {
  return emitYaml({
    providers: [
      { name: config.name, type: configuredType[config.type], url: repositoryUrl(config, repository, version) },
    ],
  });
}
