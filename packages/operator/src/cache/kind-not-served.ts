// The error for a kind that the server does not serve. What to do about it differs for kinds of Kubernetes itself: they have no CustomResourceDefinition.
import type { CapstanError, Resource } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";

/** The groups of Kubernetes' own kinds whose names have a dot, without `.k8s.io`. Others that end so, such as snapshot.storage.k8s.io, come from CustomResourceDefinitions. */
const dottedGroups = new Set([
  "admissionregistration",
  "apiextensions",
  "apiregistration",
  "authentication",
  "authorization",
  "certificates",
  "coordination",
  "discovery",
  "events",
  "flowcontrol.apiserver",
  "internal.apiserver",
  "networking",
  "node",
  "rbac.authorization",
  "resource",
  "scheduling",
  "storage",
  "storagemigration",
]);

/** Whether the kinds of a group are those of Kubernetes itself. The API server accepts no CustomResourceDefinition whose group has no dot. */
function isBuiltInGroup(group: string): boolean {
  return !group.includes(".") || (group.endsWith(".k8s.io") && dottedGroups.has(group.slice(0, -".k8s.io".length)));
}

/** The error for a kind that the server does not serve. */
export function kindNotServed({ kind, apiVersion, group }: Resource, cause?: unknown): CapstanError {
  const fix = isBuiltInGroup(group)
    ? 'this is a kind of Kubernetes itself, which this server does not have in this version; the embedded API server of tests and of `capstan dev` has few of them, so use the real one there (`backend: "envtest"`, `capstan dev --real`)'
    : "install its CustomResourceDefinition, with this version served";
  return operatorError("operator/kind-not-served", { kind, apiVersion, fix }, cause);
}
