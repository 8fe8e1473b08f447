// Who reaches the manager over the network, for a release that asks for it: everyone, on the ports that it serves, and nobody on another.
import type { KubeObject } from "@capstan/kube";
import { namespaced, podLabels, servedPorts, type BundleContext } from "./bundle-context.ts";

interface NetworkPolicy extends KubeObject {
  readonly spec: object;
}

/**
 * The policy. API servers and kubelets have no labels to select them by, so callers are not restricted, only ports. Egress is open: a manager
 * calls the API server, workload clusters and clouds, whose addresses the release does not know.
 */
export function networkPolicies(context: BundleContext): KubeObject[] {
  if (context.config.networkPolicy !== true) return [];
  const policy: NetworkPolicy = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: namespaced(context, context.names.networkPolicy),
    spec: {
      podSelector: { matchLabels: podLabels(context) },
      policyTypes: ["Ingress"],
      ingress: [{ ports: servedPorts(context).map(([port]) => ({ port, protocol: "TCP" })) }],
    },
  };
  return [policy];
}
