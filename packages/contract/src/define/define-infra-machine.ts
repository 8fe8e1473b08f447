// Defines an InfraMachine: the kind that Machine.spec.infrastructureRef points at.
// Called by authors, read without being run by generators/model; what the contract reads is tables/infra-machine-fields.ts.
import type { KubeObject, Resource } from "@capstan/kube";
import type { ContractVersion } from "../tables/contract-kind.ts";
import type { infraMachineFields } from "../tables/infra-machine-fields.ts";
import type { kindRules } from "../tables/kind-rules.ts";
import type { CheckedContract, KindProblem } from "./contract-options.ts";
import { describeKind, resourceWith } from "./definition.ts";
import type { PrintColumns } from "./print-columns.ts";
import type { CheckedOptions, DefinitionInput, ResourceOptions, ScalePaths } from "./resource-options.ts";

/** C, or the first rule of the InfraMachine contract that T breaks. */
type Checked<T extends KubeObject, C> = CheckedContract<
  T,
  C,
  KindProblem<T["kind"], `${string}Machine`, (typeof kindRules)["InfraMachine"]>,
  typeof infraMachineFields
>;

/**
 * Defines the infrastructure of a Machine. Annotate the constant with `Resource<FooMachine>`; a type that breaks a shape
 * rule of its contract is a compile error at that element of `contracts`. Has no side effects.
 */
export function defineInfraMachine<
  T extends KubeObject,
  C extends ContractVersion,
  const Cs extends PrintColumns,
  const S extends ScalePaths,
  F extends string,
>(
  options: Omit<ResourceOptions, "scope"> &
    CheckedOptions<T, Cs, S, F> & {
      readonly contracts: readonly (C extends C ? Checked<T, C> : C)[];
      readonly scope?: "Namespaced";
    },
): Resource<T> {
  return resourceWith<T>(describeKind(options as DefinitionInput, { contractKind: "InfraMachine" }));
}
