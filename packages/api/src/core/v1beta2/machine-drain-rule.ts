// MachineDrainRule, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
import type { MachineDrainRuleSpec } from "../v1beta1/machine-drain-rule.ts";

/** A MachineDrainRule says how Pods are treated while the Nodes of Machines are drained. */
export interface MachineDrainRule extends KubeObject<"cluster.x-k8s.io/v1beta2", "MachineDrainRule"> {
  /** spec is the desired state. */
  spec: MachineDrainRuleSpec;
}
export const MachineDrainRule: Resource<MachineDrainRule> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineDrainRule",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Behavior: { path: ".spec.drain.behavior", description: "What draining does with the Pods" },
    Order: { path: ".spec.drain.order", type: "string", description: "When the Pods are drained, lower numbers first" },
    Age: ".metadata.creationTimestamp",
  },
});
