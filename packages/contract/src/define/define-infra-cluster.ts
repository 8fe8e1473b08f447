// Defines an InfraCluster: the kind that Cluster.spec.infrastructureRef points at.
// Called by authors, read without being run by generators/model; what the contract reads is tables/infra-cluster-fields.ts.
import type { KubeObject, Resource } from "@capstan/kube";
import type { ContractVersion } from "../tables/contract-kind.ts";
import type { infraClusterFields } from "../tables/infra-cluster-fields.ts";
import type { kindRules } from "../tables/kind-rules.ts";
import type { CheckedContract, KindProblem } from "./contract-options.ts";
import { describeKind, resourceWith } from "./definition.ts";
import type { PrintColumns } from "./print-columns.ts";
import type { CheckedOptions, DefinitionInput, ResourceOptions, ScalePaths } from "./resource-options.ts";

type CheckedUnless<T extends KubeObject, C, Skip> = CheckedContract<
  T,
  C,
  KindProblem<T["kind"], `${string}Cluster`, (typeof kindRules)["InfraCluster"]>,
  typeof infraClusterFields,
  Skip
>;

/**
 * C, or the first rule of the InfraCluster contract that T breaks. The flag is decided before the walk: inside of it tsc
 * would lose the literal of C, and the text would speak of both contracts.
 */
type Checked<T extends KubeObject, C, Provides> = [Provides] extends [false]
  ? CheckedUnless<T, C, "endpoint">
  : CheckedUnless<T, C, never>;

/**
 * Defines the infrastructure of a Cluster. Annotate the constant with `Resource<FooCluster>`; a type that breaks a shape
 * rule of its contract is a compile error at that element of `contracts`. `providesEndpoint: false` says that someone else
 * gives the control plane its endpoint. Has no side effects.
 */
export function defineInfraCluster<
  T extends KubeObject,
  C extends ContractVersion,
  const Cs extends PrintColumns,
  const S extends ScalePaths,
  F extends string,
  Provides extends boolean = true,
>(
  options: Omit<ResourceOptions, "scope"> &
    CheckedOptions<T, Cs, S, F> & {
      readonly contracts: readonly (C extends C ? Checked<T, C, Provides> : C)[];
      readonly scope?: "Namespaced";
      readonly providesEndpoint?: Provides;
    },
): Resource<T> {
  return resourceWith<T>(describeKind(options as DefinitionInput, { contractKind: "InfraCluster" }));
}
