// What every part of the components is made from: the inputs of one bundle, with the names already derived.
// Made by release/bundle.ts; no part reads the configuration or the names by itself.
import type { Description } from "@capstan/contract";
import type { KubeObject, ObjectMeta } from "@capstan/kube";
import type { CapstanConfig } from "../config/config.ts";
import type { Names } from "../names.ts";

/** The inputs of one bundle. */
export interface BundleContext {
  readonly config: CapstanConfig;
  readonly description: Description;
  readonly names: Names;
  /** With its leading `v`. */
  readonly version: string;
}

/** The label by which clusterctl finds a provider's objects. */
export const providerLabel = "cluster.x-k8s.io/provider";

/** Metadata of a namespaced object of the release. */
export function namespaced({ names }: BundleContext, name: string): ObjectMeta {
  return { name, namespace: names.namespace, labels: { [providerLabel]: names.label } };
}

/** Metadata of a cluster-scoped object of the release. */
export function clusterScoped({ names }: BundleContext, name: string): ObjectMeta {
  return { name, labels: { [providerLabel]: names.label } };
}

/** The labels of the manager's Pods. */
export function podLabels({ names }: BundleContext): Record<string, string> {
  return { [providerLabel]: names.label, "control-plane": "controller-manager" };
}

/** Whether the manager serves anything over TLS, and so needs Service and Certificate. */
export function servesTls({ description }: BundleContext): boolean {
  return description.webhooks.length > 0 || description.hooks.length > 0;
}

/** Objects for the release file, in order. */
export type ReleaseObjects = readonly KubeObject[];
