// Defines an InfraCluster: the kind that Cluster.spec.infrastructureRef refers to. contracts/infra-cluster.ts has its fields. Generators read the call from source without running it.
import type { KubeObject, Resource } from "@capstan/kube";
import { describeKind, resourceWith } from "../kinds/definition.ts";
import type { DefinitionInput, PrintColumns, ResourceOptions, ScalePaths } from "../kinds/definition-input.ts";
import type { CheckedWithEndpoint } from "./checked-contract.ts";
import type { CheckedOptions } from "./checked-options.ts";

/**
 * Defines the infrastructure kind of a Cluster. Returns its Resource, which carries the definition (`definitionOf`).
 *
 * Annotate the constant with `Resource<FooCluster>`. A type that breaks a rule of a contract is a compile error at that
 * element of `contracts`, with the id of the rule and what to do. Set `providesEndpoint: false` when the provider does not
 * set the control plane's endpoint; `spec.controlPlaneEndpoint` may then be missing. Has no side effects.
 *
 * @example
 * export const FooCluster: Resource<FooCluster> = defineInfraCluster({
 *   apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
 *   kind: "FooCluster",
 *   contracts: ["v1beta2"],
 * });
 */
export function defineInfraCluster<
  T extends KubeObject,
  C extends string,
  const Cs extends PrintColumns,
  const S extends ScalePaths,
  F extends string,
  Provides extends boolean = true,
>(
  options: Omit<ResourceOptions, "scope"> &
    CheckedOptions<T, Cs, S, F> &
    CheckedWithEndpoint<T, C, "InfraCluster", Provides>,
): Resource<T> {
  // The parameter's type is the check; what it checked is the plain input.
  return resourceWith<T>(describeKind(options as DefinitionInput, { contractKind: "InfraCluster" }));
}
