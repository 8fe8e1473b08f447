// The shape of capstan.config.ts: what a release needs to know and the code does not say. The cli loads it, check-config.ts judges it,
// bundle.ts builds from it.
import type { ProviderType } from "@capstan/contract";
import type { GenerateConfig } from "./generate-config.ts";

/** The contract versions a release can declare. */
export type ContractVersion = "v1beta1" | "v1beta2";

/** All releases of one minor version, and the contract they keep. */
export interface ReleaseSeries {
  readonly major: number;
  readonly minor: number;
  readonly contract: ContractVersion;
}

/** Where users' clusterctl finds releases. */
export type Repository =
  | { readonly github: { readonly owner: string; readonly repo: string } }
  | { readonly local: string };

/** The configuration of a provider or Runtime Extension. */
export interface CapstanConfig {
  /** The name clusterctl knows the provider by, for example `local` in `clusterctl init --infrastructure local`. */
  readonly name: string;
  readonly type: ProviderType;
  /** The image without tag, with its registry; the tag is the version that is bundled. */
  readonly image: string;
  /** One entry for every minor version that was or will be released; entries are added, never changed. */
  readonly releaseSeries: readonly ReleaseSeries[];
  readonly repository: Repository;
  /** The module that runs the provider and answers `--describe`; `src/main.ts` unless said otherwise. */
  readonly entry?: string;
  /** The namespace the provider is installed to; `<type>-<name>-system` unless said otherwise. */
  readonly namespace?: string;
  /** The folder with cluster templates and ClusterClasses; `templates` unless said otherwise, absent is fine. */
  readonly templates?: string;
  /** Where `generate` reads and writes; `bundle`, `dev` and `doctor` follow it. */
  readonly generate?: GenerateConfig;
  /** The folder with the CRDs when `generate` does not make them; else they are where it writes them, `generated/crds` by default. */
  readonly crds?: string;
  /** Arguments for the manager besides the standard ones; `${NAME:=default}` is asked for at installation. */
  readonly args?: readonly string[];
  /** Variables of the manager's environment; `${NAME:=default}` is asked for at installation. */
  readonly env?: Readonly<Record<string, string>>;
  /** What each installation variable means, for the documentation that the release carries. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Gives a configuration its type; it changes nothing and starts nothing. */
export function defineConfig(config: CapstanConfig): CapstanConfig {
  return config;
}
