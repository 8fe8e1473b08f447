// What every part of the components is built from: the inputs of one bundle and the names derived from them.
import type { Description } from "@capstan/contract/description";
import type { KubeObject, ObjectMeta } from "@capstan/kube";
import type { BundleInput, InstallScope } from "../release/bundle-input.ts";
import type { ReleaseConfig } from "../release/release-config.ts";
import { namesOf, type ReleaseNames } from "../release/release-names.ts";

/** The inputs of one bundle. */
export interface BundleContext {
  readonly config: ReleaseConfig;
  readonly description: Description;
  readonly names: ReleaseNames;
  /** With its leading `v`. */
  readonly version: string;
  readonly scope: InstallScope;
}

/** The context of an input. */
export function contextOf({ config, description, version, scope = "cluster" }: BundleInput): BundleContext {
  return { config, description, version, scope, names: namesOf(config) };
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

/** The ports of the container, by name. */
export function servedPorts(context: BundleContext): readonly (readonly [name: string, port: number])[] {
  const { health, metrics, webhook, extension } = context.description.ports;
  const serving = servesTls(context) ? (extension ?? webhook) : undefined;
  const named: readonly (readonly [string, number | undefined])[] = [
    ["webhook-server", serving],
    ["healthz", health],
    ["metrics", metrics],
  ];
  return named.flatMap(([name, port]) => (port === undefined ? [] : [[name, port] as const]));
}

/** Objects for the release file, in order. */
export type ReleaseObjects = readonly KubeObject[];
