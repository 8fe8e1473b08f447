// What `--describe` prints: everything a provider or extension watches, owns, writes and serves, as plain data. The kits
// create it, clusterctl-kit turns it into components, RBAC and webhooks. This file has types only.
import type { AdmissionDeclaration } from "@capstan/kube";

/** A Kubernetes RBAC rule. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** A kind that comes with the provider, in one API version. */
export interface DescribedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly contracts: readonly string[];
  /** `contract`: core reads it; `template`: core creates objects from it; `owned`: only the provider uses it. */
  readonly role: "contract" | "template" | "owned";
}

/** A kind by group and kind; owner references are compared without versions. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** An owner reference that the provider, or core on its behalf, sets. */
export interface OwnershipEdge {
  readonly owner: GroupKind;
  readonly owned: GroupKind;
}

/** A webhook that the manager serves: it needs a webhook configuration or an entry in a CRD, or, of type `custom`, no more than a port that others can reach. */
export interface DescribedWebhook extends AdmissionDeclaration {
  readonly type: "conversion" | "validating" | "mutating" | "custom";
  readonly path: string;
}

/** A Runtime Hook that the extension answers. */
export interface DescribedHook {
  readonly apiVersion: string;
  readonly hook: string;
  readonly name: string;
  readonly timeoutSeconds?: number;
  readonly failurePolicy?: "Fail" | "Ignore";
}

/** A setting that the extension declares. */
export interface DescribedSetting {
  readonly name: string;
  /** Whether a call without it fails: it has no default. */
  readonly required: boolean;
}

/** The ports of the container. */
export interface DescribedPorts {
  readonly health: number;
  readonly webhook?: number;
  readonly metrics?: number;
  readonly extension?: number;
}

/** The types of provider that clusterctl knows. */
export type ProviderType = "infrastructure" | "bootstrap" | "control-plane" | "ipam" | "addon" | "runtime-extension";

/** Everything about a provider or extension that its release contains. */
export interface Description {
  readonly format: 1;
  readonly name: string;
  readonly type: ProviderType;
  readonly kinds: readonly DescribedKind[];
  /** The rights on kinds without a namespace, and those that it needs in all namespaces however it is installed. */
  readonly clusterRules: readonly PolicyRule[];
  /** The rights in the namespaces that the manager watches: all of them, or the one that it is installed for. */
  readonly watchedRules: readonly PolicyRule[];
  /**
   * The rights that the others do not give, to store all objects of its kinds again after a change of their definitions. They are for the whole cluster: a
   * manager that is installed for one namespace does not do it.
   */
  readonly migrationRules?: readonly PolicyRule[];
  /** The rights that it needs in the manager's own namespace, for leases and events. */
  readonly namespaceRules: readonly PolicyRule[];
  readonly ownership: readonly OwnershipEdge[];
  readonly webhooks: readonly DescribedWebhook[];
  readonly hooks: readonly DescribedHook[];
  /** The settings of an extension; undefined of what is none. */
  readonly settings?: readonly DescribedSetting[];
  readonly ports: DescribedPorts;
  readonly leaderElection: boolean;
}
