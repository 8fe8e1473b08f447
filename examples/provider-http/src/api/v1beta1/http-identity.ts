// HttpIdentity v1beta1: an account of the cloud, and the namespaces whose clusters may use it.
import { type AllowedNamespaces, defineResource, type KubeObject, type Resource } from "@capstan/api";

/** HttpSecretReference names a Secret. */
export interface HttpSecretReference {
  /**
   * namespace is the namespace of the Secret.
   * @minLength 1
   * @maxLength 63
   */
  namespace: string;
  /**
   * name is the name of the Secret.
   * @minLength 1
   * @maxLength 253
   */
  name: string;
}

/** HttpIdentitySpec defines the desired state of HttpIdentity. */
export interface HttpIdentitySpec {
  /** allowedNamespaces says which namespaces may use the account. Without it none may. */
  allowedNamespaces?: AllowedNamespaces;
  /** secretRef names the Secret that has the token of the account under the key "token". */
  secretRef: HttpSecretReference;
}

/** HttpIdentity is the Schema for the httpidentities API. */
export interface HttpIdentity extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "HttpIdentity"> {
  /** spec is the desired state of HttpIdentity. */
  spec?: HttpIdentitySpec;
}

export const HttpIdentity: Resource<HttpIdentity> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "HttpIdentity",
  scope: "Cluster",
  categories: ["cluster-api"],
  labels: { "clusterctl.cluster.x-k8s.io/move-hierarchy": "" },
  printColumns: { Secret: ".spec.secretRef.name", Age: ".metadata.creationTimestamp" },
});
