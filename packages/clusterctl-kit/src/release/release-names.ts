// The names of everything a release installs, derived from the configuration. Names of cluster roles start with the namespace, because
// `clusterctl delete` finds cluster-scoped objects by that prefix.
import type { ReleaseConfig } from "./release-config.ts";

/** Names of a release's objects. */
export interface Names {
  /** The value of `cluster.x-k8s.io/provider`. */
  readonly label: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly managerRole: string;
  readonly managerRoleBinding: string;
  /** The cluster role that core aggregates into its own. */
  readonly aggregatedRole: string;
  readonly namespaceRole: string;
  readonly namespaceRoleBinding: string;
  readonly service: string;
  readonly deployment: string;
  readonly issuer: string;
  readonly certificate: string;
  readonly certificateSecret: string;
  readonly validatingWebhooks: string;
  readonly mutatingWebhooks: string;
}

/** All names of a configuration. */
export function namesOf({ type, name, namespace: chosen }: Pick<ReleaseConfig, "type" | "name" | "namespace">): Names {
  const label = `${type}-${name}`;
  const namespace = chosen ?? `${label}-system`;
  const prefix = namespace.replace(/-system$/, "");
  const service = `${prefix}-webhook-service`;
  return {
    label,
    namespace,
    serviceAccount: `${prefix}-manager`,
    managerRole: `${namespace}-manager-role`,
    managerRoleBinding: `${namespace}-manager-rolebinding`,
    aggregatedRole: `${namespace}-aggregated-role`,
    namespaceRole: `${prefix}-leader-election-role`,
    namespaceRoleBinding: `${prefix}-leader-election-rolebinding`,
    service,
    deployment: `${prefix}-controller-manager`,
    issuer: `${prefix}-selfsigned-issuer`,
    certificate: `${prefix}-serving-cert`,
    certificateSecret: `${service}-cert`,
    validatingWebhooks: `${prefix}-validating-webhook-configuration`,
    mutatingWebhooks: `${prefix}-mutating-webhook-configuration`,
  };
}
