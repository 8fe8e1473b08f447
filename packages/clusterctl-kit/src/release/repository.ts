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

/** The components files of a release of several providers: the first of a type has the usual name, another one its own name in it. */
export function componentsFiles(configs: readonly ReleaseConfig[]): string[] {
  return configs.map(({ type, name }, index) =>
    configs.findIndex((each) => each.type === type) === index
      ? componentsFile[type]
      : componentsFile[type].replace(/-(?=components)/, () => `-${name}-`),
  );
}

/** Where clusterctl finds a provider: in a repository of this computer, whose folder must be absolute, each has a folder of its own. */
interface ReleasePlace {
  readonly repository: Repository;
  readonly version: string;
  readonly file: string;
}

/** The URL of the components. */
function repositoryUrl(config: ReleaseConfig, { repository, version, file }: ReleasePlace): string {
  if ("github" in repository)
    return `https://github.com/${repository.github.owner}/${repository.github.repo}/releases/latest/${file}`;
  return `${repository.local}/${namesOf(config).label}/${version}/${componentsFile[config.type]}`;
}

/** The `providers` entries for a user's clusterctl configuration file: of one provider, or of all of a release. */
export function clusterctlConfigYaml(
  config: ReleaseConfig | readonly ReleaseConfig[],
  repository: Repository,
  version: string,
): string {
  const configs = [config].flat();
  const files = componentsFiles(configs);
  return emitYaml({
    providers: configs.map((each, index) => ({
      name: each.name,
      type: configuredType[each.type],
      url: repositoryUrl(each, { repository, version, file: files[index] ?? "" }),
    })),
  });
}
