// All objects of the components file, in the order in which a reader and an installer want them.
// Called by release/bundle.ts; each object is made by a file beside this one.
import type { KubeObject } from "@capstan/kube";
import type { CustomResourceDefinition, Namespace } from "@capstan/kube/builtin";
import { escapeVariables } from "../envsubst/escape.ts";
import type { ContractVersion } from "../config/config.ts";
import { clusterScoped, type BundleContext } from "./bundle-context.ts";
import { customResources } from "./custom-resources.ts";
import { deployment } from "./deployment.ts";
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
    ...certificates(context),
    ...webhookConfigurations(context),
  ];
}

/** A CRD's texts are no place for variables: descriptions and patterns that look like some must survive substitution. */
function escaped<T>(value: T): T {
  if (typeof value === "string") return escapeVariables(value) as T;
  if (Array.isArray(value)) return value.map(escaped) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, escaped<unknown>(each)])) as T;
}
