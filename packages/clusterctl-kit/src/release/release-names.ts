// The names of everything a release installs, derived from the configuration. Names of cluster roles start with the namespace, because
// `clusterctl delete` finds cluster-scoped objects by that prefix.
import type { ReleaseConfig } from "./release-config.ts";

/** The names of the objects that a release installs, for example in the namespace `infrastructure-foo-system`. */
export interface ReleaseNames {
  /** The value of `cluster.x-k8s.io/provider`. */
  readonly label: string;
  /** The namespace of all namespaced objects. */
  readonly namespace: string;
  /** The ServiceAccount of the manager's pods. */
  readonly serviceAccount: string;
  /** The ClusterRole with the rights of the controllers. */
  readonly managerRole: string;
  /** The ClusterRoleBinding of `managerRole`. */
  readonly managerRoleBinding: string;
  /** The ClusterRole for those who may read the manager's metrics. */
  readonly metricsReaderRole: string;
  /** The cluster role that core aggregates into its own. */
  readonly aggregatedRole: string;
  /** The Role with the rights in the release's own namespace, for the leader election. */
  readonly namespaceRole: string;
  /** The RoleBinding of `namespaceRole`. */
  readonly namespaceRoleBinding: string;
  /** The Service of the webhooks. */
  readonly service: string;
  /** The Deployment of the manager. */
  readonly deployment: string;
  /** The NetworkPolicy of the manager's pods. */
  readonly networkPolicy: string;
  /** The cert-manager Issuer of the webhooks' certificate. */
  readonly issuer: string;
  /** The cert-manager Certificate of the webhooks. */
  readonly certificate: string;
  /** The Secret that has the certificate. */
  readonly certificateSecret: string;
  /** The ValidatingWebhookConfiguration. */
  readonly validatingWebhooks: string;
  /** The MutatingWebhookConfiguration. */
  readonly mutatingWebhooks: string;
}

/** The names that follow from the type, the name and the namespace of a release. */
export function namesOf({
  type,
  name,
  namespace: chosen,
}: Pick<ReleaseConfig, "type" | "name" | "namespace">): ReleaseNames {
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
    metricsReaderRole: `${namespace}-metrics-reader`,
    aggregatedRole: `${namespace}-aggregated-role`,
    namespaceRole: `${prefix}-leader-election-role`,
    namespaceRoleBinding: `${prefix}-leader-election-rolebinding`,
    service,
    deployment: `${prefix}-controller-manager`,
    networkPolicy: `${prefix}-controller-manager`,
    issuer: `${prefix}-selfsigned-issuer`,
    certificate: `${prefix}-serving-cert`,
    certificateSecret: `${service}-cert`,
    validatingWebhooks: `${prefix}-validating-webhook-configuration`,
    mutatingWebhooks: `${prefix}-mutating-webhook-configuration`,
  };
}
