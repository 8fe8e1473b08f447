// Defines an InfraCluster: the kind that Cluster.spec.infrastructureRef refers to. rules/infra-cluster-fields.ts has its fields. Generators read the call from source without running it.
import type { KubeObject, Resource } from "@capstan/kube";
import type { ContractVersion } from "../rules/contract-kind.ts";
import type { infraClusterFields } from "../rules/infra-cluster-fields.ts";
import type { kindRules } from "../rules/kind-rules.ts";
import type { CheckedContract, KindProblem } from "./checked-contract.ts";
import { describeKind, resourceWith } from "../kinds/definition.ts";
import type { PrintColumns, DefinitionInput, ResourceOptions, ScalePaths } from "../kinds/definition-input.ts";
import type { CheckedOptions } from "./checked-options.ts";

type CheckedUnless<T extends KubeObject, C, Skip> = CheckedContract<
  T,
  C,
  KindProblem<T["kind"], `${string}Cluster`, (typeof kindRules)["InfraCluster"]>,
  typeof infraClusterFields,
  Skip
>;

/**
 * C, or the first rule of the InfraCluster contract that T breaks. The flag is decided before the walk: inside of it tsc
 * would lose the literal of C, and the message would name both contracts.
 */
type Checked<T extends KubeObject, C, Provides> = [Provides] extends [false]
  ? CheckedUnless<T, C, "endpoint">
  : CheckedUnless<T, C, never>;

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
  // The parameter's type is the check; what it checked is the plain input.
  return resourceWith<T>(describeKind(options as DefinitionInput, { contractKind: "InfraCluster" }));
}
