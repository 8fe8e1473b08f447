// All objects of the components file, in the order of their installation.
import type { ContractVersion } from "@capstan/contract/rules";
import type { KubeObject } from "@capstan/kube";
import type { CustomResourceDefinition, Namespace } from "@capstan/kube/builtin";
import { disruptionBudgets } from "./availability.ts";
import { clusterScoped, type BundleContext } from "./bundle-context.ts";
import { customResources } from "./custom-resources.ts";
import { deployment } from "./deployment.ts";
import { escapedCrd } from "./escaped-crd.ts";
import { networkPolicies } from "./network-policy.ts";
import { rbacObjects } from "./rbac.ts";
import { admissionObjects, certificates, services } from "./serving.ts";

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
    ...customResources(context, crds, only).map((crd) => escapedCrd(crd)),
    ...rbacObjects(context),
    ...services(context),
    deployment(context),
    ...disruptionBudgets(context),
    ...networkPolicies(context),
    ...certificates(context),
    ...admissionObjects(context),
  ];
}
