// Defines an InfraMachine: the kind that Machine.spec.infrastructureRef refers to. contracts/infra-machine.ts has its fields. Generators read the call from source without running it.
import type { KubeObject, Resource } from "@capstan/kube";
import { describeKind, resourceWith } from "../kinds/definition.ts";
import type { DefinitionInput, PrintColumns, ResourceOptions, ScalePaths } from "../kinds/definition-input.ts";
import type { CheckedContracts } from "./checked-contract.ts";
import type { CheckedOptions } from "./checked-options.ts";

/**
 * Defines the infrastructure kind of a Machine. Returns its Resource, which carries the definition (`definitionOf`).
 *
 * Annotate the constant with `Resource<FooMachine>`. A type that breaks a rule of a contract is a compile error at that
 * element of `contracts`, with the id of the rule and what to do. Has no side effects.
 *
 * @example
 * export const FooMachine: Resource<FooMachine> = defineInfraMachine({
 *   apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
 *   kind: "FooMachine",
 *   contracts: ["v1beta2"],
 * });
 */
export function defineInfraMachine<
  T extends KubeObject,
  C extends string,
  const Cs extends PrintColumns,
  const S extends ScalePaths,
  F extends string,
>(
  options: Omit<ResourceOptions, "scope"> & CheckedOptions<T, Cs, S, F> & CheckedContracts<T, C, "InfraMachine">,
): Resource<T> {
  // The parameter's type is the check; what it checked is the plain input.
  return resourceWith<T>(describeKind(options as DefinitionInput, { contractKind: "InfraMachine" }));
}
