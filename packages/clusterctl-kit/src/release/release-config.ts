// What a release needs to know that the provider's code does not say.
import type { ProviderType } from "@capstan/contract/description";
import type { ContractVersion } from "@capstan/contract/rules";
import type { LabelSelector } from "@capstan/kube";

/** All releases of one minor version, and the contract they follow. */
export interface ReleaseSeries {
  readonly major: number;
  readonly minor: number;
  readonly contract: ContractVersion;
}

/** Where clusterctl finds the releases. */
export type Repository =
  | { readonly github: { readonly owner: string; readonly repo: string } }
  | { readonly local: string };

/** The value of a key of a Secret in the namespace of the release. Who installs the release creates it: without it the manager does not start. */
export interface SecretValue {
  readonly secret: string;
  readonly key: string;
}

/** What the release of an extension says in its ExtensionConfig. */
export interface ExtensionConfigOptions {
  /** The namespaces whose Clusters core calls the extension for; all by default. One that no namespace can match is an error. */
  readonly namespaceSelector?: LabelSelector;
  /** The settings that core sends with each call, for who installs the release to change. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What is before every path of a hook, for example "/hooks"; the Deployment has it as `--prefix`. */
  readonly prefix?: string;
}

/** The part of a project's configuration that `bundle` reads. */
export interface ReleaseConfig {
  /** The name clusterctl uses for the provider, for example `local` in `clusterctl init --infrastructure local`. */
  readonly name: string;
  readonly type: ProviderType;
  /** The image with its registry and without a tag; the tag is the version of the release. */
  readonly image: string;
  /** One entry for every minor version that was or will be released; entries are added, never changed. */
  readonly releaseSeries: readonly ReleaseSeries[];
  readonly repository: Repository;
  /** The namespace the provider is installed in; `<type>-<name>-system` by default. */
  readonly namespace?: string;
  /** More arguments for the manager; clusterctl replaces `${NAME:=default}` at installation. */
  readonly args?: readonly string[];
  /**
   * More environment variables for the manager; clusterctl replaces `${NAME:=default}` at installation. A string is in the Deployment, where everyone reads it who may read Deployments: give a credential as a
   * key of a Secret.
   */
  readonly env?: Readonly<Record<string, string | SecretValue>>;
  /**
   * The memory limit of the manager's container, in Mi or Gi, at least 128Mi; "1Gi" by default. Node gets a heap of 70 % of it through
   * NODE_OPTIONS; NODE_OPTIONS in `env` are added after it.
   */
  readonly memory?: string;
  /**
   * The ConfigMap, in the namespace of the release, whose key `ca.crt` has the authorities (PEM) that must have signed the certificates of
   * callers of webhooks or hooks. Who installs the release creates it before. Without it anyone on the network may call.
   */
  readonly clientCaConfigMap?: string;
  /** Whether the release has a NetworkPolicy that admits connections only to the ports that the manager serves; false by default. */
  readonly networkPolicy?: boolean;
  /**
   * How many Pods the Deployment has; 2 for an extension with a server of its own, 1 for everything else. With more than one, they are spread over nodes and zones, and a PodDisruptionBudget lets drains of nodes
   * take one at a time.
   */
  readonly replicas?: number;
  /** Of an extension: what its ExtensionConfig has beside the address. */
  readonly extensionConfig?: ExtensionConfigOptions;
  /** What each installation variable means, for the page that the release contains. */
  readonly variables?: Readonly<Record<string, string>>;
}
