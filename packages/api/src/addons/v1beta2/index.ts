// Cluster API's add-on kinds, API version v1beta2.
export { ClusterResourceSetBinding } from "./cluster-resource-set-binding.ts";
export type { ClusterResourceSetBindingSpec, ResourceSetBinding } from "./cluster-resource-set-binding.ts";
export { ClusterResourceSet } from "./cluster-resource-set.ts";
export type {
  ClusterResourceSetDeprecatedStatus,
  ClusterResourceSetSpec,
  ClusterResourceSetStatus,
  ClusterResourceSetV1Beta1DeprecatedStatus,
} from "./cluster-resource-set.ts";
export type {
  ClusterResourceSetResourceKind,
  ClusterResourceSetStrategy,
  ResourceBinding,
  ResourceRef,
} from "../resource.ts";
