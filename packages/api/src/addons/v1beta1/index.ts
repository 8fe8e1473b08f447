// Cluster API's add-on kinds, API version v1beta1: deprecated, still served and converted by core.
export { ClusterResourceSetBinding } from "./cluster-resource-set-binding.ts";
export type { ClusterResourceSetBindingSpec, ResourceSetBinding } from "./cluster-resource-set-binding.ts";
export { ClusterResourceSet } from "./cluster-resource-set.ts";
export type {
  ClusterResourceSetSpec,
  ClusterResourceSetStatus,
  ClusterResourceSetV1Beta2Status,
} from "./cluster-resource-set.ts";
export type {
  ClusterResourceSetResourceKind,
  ClusterResourceSetStrategy,
  ResourceBinding,
  ResourceRef,
} from "../resource.ts";
