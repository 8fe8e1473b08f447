// MachineDrainRule, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, LabelSelector, Resource } from "@capstan/kube";

/** What draining does with a Pod: evict it, leave it alone, or wait until it has completed. */
export type MachineDrainRuleDrainBehavior = "Drain" | "Skip" | "WaitCompleted";

/** How the selected Pods are drained. */
export interface MachineDrainRuleDrainConfig {
  /** behavior says what draining does with the Pods. */
  behavior: MachineDrainRuleDrainBehavior;
  /** order sorts the Pods that are drained: lower numbers go first, 0 by default; only together with behavior `Drain`. */
  order?: Int32;
}

/**
 * Selects Machines by their labels and those of their Clusters; both must match.
 * @minProperties 1
 */
export interface MachineDrainRuleMachineSelector {
  /** selector selects by the labels of the Machine; empty means all Machines. */
  selector?: LabelSelector;
  /** clusterSelector selects by the labels of the Machine's Cluster; empty means all Clusters. */
  clusterSelector?: LabelSelector;
}

/**
 * Selects Pods by their labels and those of their namespaces; both must match.
 * @minProperties 1
 */
export interface MachineDrainRulePodSelector {
  /** selector selects by the labels of the Pod; empty means all Pods. */
  selector?: LabelSelector;
  /** namespaceSelector selects by the labels of the Pod's namespace; empty means all namespaces. */
  namespaceSelector?: LabelSelector;
}

/** The desired state of a MachineDrainRule. */
export interface MachineDrainRuleSpec {
  /** drain says how the selected Pods are drained. */
  drain: MachineDrainRuleDrainConfig;
  /**
   * machines selects the Machines that the rule is for: those that any of the selectors selects, all of the namespace without selectors.
   * @listType atomic
   * @minItems 1
   * @maxItems 32
   * @cel {"rule": "self.all(x, self.exists_one(y, x == y))", "message": "a selector may be listed once"}
   */
  machines?: MachineDrainRuleMachineSelector[];
  /**
   * pods selects the Pods that the rule is for: those that any of the selectors selects, all Pods without selectors.
   * @listType atomic
   * @minItems 1
   * @maxItems 32
   * @cel {"rule": "self.all(x, self.exists_one(y, x == y))", "message": "a selector may be listed once"}
   */
  pods?: MachineDrainRulePodSelector[];
}

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
