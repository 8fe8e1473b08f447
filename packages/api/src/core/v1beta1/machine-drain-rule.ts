// MachineDrainRule, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
import type { MachineDrainRuleSpec } from "../machine-drain.ts";

/** A MachineDrainRule says how Pods are treated while the Nodes of Machines are drained. */
export interface MachineDrainRule extends KubeObject<"cluster.x-k8s.io/v1beta1", "MachineDrainRule"> {
  /** spec is the desired state. */
  spec: MachineDrainRuleSpec;
}
export const MachineDrainRule: Resource<MachineDrainRule> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "MachineDrainRule",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Behavior: { path: ".spec.drain.behavior", description: "What draining does with the Pods" },
    Order: { path: ".spec.drain.order", type: "string", description: "When the Pods are drained, lower numbers first" },
    Age: ".metadata.creationTimestamp",
  },
});
