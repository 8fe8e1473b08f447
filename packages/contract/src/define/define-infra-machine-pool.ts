// Defines an InfraMachinePool: the infrastructure kind that a MachinePool refers to. contracts/infra-machine-pool.ts has its fields. Generators read the call from source without running it.
import type { KubeObject, Resource } from "@capstan/kube";
import { describeKind, resourceWith } from "../kinds/definition.ts";
import type { DefinitionInput, PrintColumns, ResourceOptions, ScalePaths } from "../kinds/definition-input.ts";
import type { CheckedContracts } from "./checked-contract.ts";
import type { CheckedOptions } from "./checked-options.ts";

/**
 * Defines the infrastructure kind of a MachinePool: a group of machines that the cloud scales as one. Returns its Resource, which carries the definition (`definitionOf`).
 *
 * Annotate the constant with `Resource<FooMachinePool>`. A type that breaks a rule of a contract is a compile error at that
 * element of `contracts`, with the id of the rule and what to do. Has no side effects.
 *
 * @example
 * export const FooMachinePool: Resource<FooMachinePool> = defineInfraMachinePool({
 *   apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
 *   kind: "FooMachinePool",
 *   contracts: ["v1beta2"],
 * });
 */
export function defineInfraMachinePool<
  T extends KubeObject,
  C extends string,
  const Cs extends PrintColumns,
  const S extends ScalePaths,
  F extends string,
>(
  options: Omit<ResourceOptions, "scope"> & CheckedOptions<T, Cs, S, F> & CheckedContracts<T, C, "InfraMachinePool">,
): Resource<T> {
  // The parameter's type is the check; what it checked is the plain input.
  return resourceWith<T>(describeKind(options as DefinitionInput, { contractKind: "InfraMachinePool" }));
}
