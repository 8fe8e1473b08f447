// All objects of the components file, in the order of their installation.
import type { ContractVersion } from "@capstan/contract/rules";
import type { KubeObject } from "@capstan/kube";
import type { CustomResourceDefinition, Namespace } from "@capstan/kube/builtin";
import { escapeVariables } from "../envsubst/substitute.ts";
import { clusterScoped, type BundleContext } from "./bundle-context.ts";
import { customResources } from "./custom-resources.ts";
import { deployment } from "./deployment.ts";
import { networkPolicies } from "./network-policy.ts";
import { rbacObjects } from "./rbac.ts";
import { certificates, services, webhookConfigurations } from "./serving.ts";

/** Every object that an installation creates; `only` restricts the CRDs to one contract. */
export function componentObjects(
  context: BundleContext,
  crds: readonly CustomResourceDefinition[],
  only?: ContractVersion,
): KubeObject[] {
  const namespace: Namespace = {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: clusterScoped(context, context.names.namespace),
  };
  return [
    namespace,
    ...customResources(context, crds, only).map(escaped),
    ...rbacObjects(context),
    ...services(context),
    deployment(context),
    ...networkPolicies(context),
    ...certificates(context),
    ...webhookConfigurations(context),
  ];
}

/** A CRD contains no variables: names, descriptions and patterns that look like variables must stay unchanged. The result has the input's shape. */
function escaped<T>(value: T): T {
  if (typeof value === "string") return escapeVariables(value) as T;
  if (Array.isArray(value)) return value.map(escaped) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [escapeVariables(key), escaped<unknown>(each)]);
  // Each value keeps its key, which only a user's template could have changed, and its shape.
  return Object.fromEntries(entries) as T;
}
