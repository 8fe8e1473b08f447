// How many Pods a release has, and what keeps them from failing together.
import type { JSONObject, KubeObject } from "@capstan/kube";
import { namespaced, podLabels, type BundleContext } from "./bundle-context.ts";

/** Whether it is an extension with a server of its own. */
export function isExtension({ description }: BundleContext): boolean {
  return description.hooks.length > 0 && description.ports.extension !== undefined;
}

/** The number of Pods: core waits for an extension in every reconcile, and any of its Pods can answer. */
export function deploymentReplicas(context: BundleContext): number {
  return context.config.replicas ?? (isExtension(context) ? 2 : 1);
}

interface PodDisruptionBudget extends KubeObject {
  readonly spec: object;
}

/** The budget by which drains of nodes take one Pod at a time. With one Pod it would hold up drains. */
export function disruptionBudgets(context: BundleContext): KubeObject[] {
  if (deploymentReplicas(context) < 2) return [];
  const budget: PodDisruptionBudget = {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: namespaced(context, context.names.deployment),
    spec: { maxUnavailable: 1, selector: { matchLabels: podLabels(context) } },
  };
  return [budget];
}

/** On nodes and in zones of their own, where there are as many. */
const spreadOver = ["kubernetes.io/hostname", "topology.kubernetes.io/zone"];

/** The constraints that spread the Pods. */
export function spreadConstraints(context: BundleContext): JSONObject[] {
  if (deploymentReplicas(context) < 2) return [];
  return spreadOver.map((topologyKey) => ({
    labelSelector: { matchLabels: podLabels(context) },
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: "ScheduleAnyway",
  }));
}
