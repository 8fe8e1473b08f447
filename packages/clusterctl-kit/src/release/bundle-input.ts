// What a release is built from.
import type { Description } from "@capstan/contract/description";
import type { ContractVersion } from "@capstan/contract/rules";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { ReleaseConfig } from "./release-config.ts";

/** A file of a release: its name (or its path inside a repository) and its whole content. */
export interface ReleaseFile {
  readonly path: string;
  readonly content: string;
}

/** Which objects an installation manages: those of all namespaces, or of the namespace that it is installed in. */
export type InstallScope = "cluster" | "namespace";

/** What a release is built from. */
export interface BundleInput {
  readonly config: ReleaseConfig;
  readonly description: Description;
  readonly crds: readonly CustomResourceDefinition[];
  /** The version with its leading `v`. */
  readonly version: string;
  /** Cluster templates and ClusterClasses, as they are in the project. */
  readonly templates?: readonly ReleaseFile[];
  /** Builds the release for one contract only: CRDs keep only its label, and metadata.yaml declares it. */
  readonly contract?: ContractVersion;
  /**
   * Builds a release that manages one namespace, the one that it is installed in: Roles instead of ClusterRoles, but for kinds without a
   * namespace. Default: "cluster", all namespaces.
   */
  readonly scope?: InstallScope;
  /** The file that diagnostics name; `capstan.config.ts` by default. */
  readonly configFile?: string;
}
