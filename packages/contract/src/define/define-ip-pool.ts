// Defines a pool of IP addresses: the kind that IPAddressClaim.spec.poolRef refers to. contracts/ip-pool.ts has its fields. Generators read the
// call from source without running it.
import type { KubeObject, Resource } from "@capstan/kube";
import { describeKind, resourceWith } from "../kinds/definition.ts";
import type { DefinitionInput, PrintColumns, ResourceOptions, ScalePaths } from "../kinds/definition-input.ts";
import type { CheckedPool } from "./checked-contract.ts";
import type { CheckedOptions } from "./checked-options.ts";

/**
 * Defines a kind of pool from which an IPAM provider answers IPAddressClaims. Returns its Resource, which carries the definition (`definitionOf`).
 *
 * Annotate the constant with `Resource<FooIPPool>`. Core reads nothing of a pool, so it follows no contract, and may be of any scope; its status has
 * conditions. A type that breaks a rule is a compile error at `kind`, with the id of the rule and what to do. Has no side effects.
 *
 * @example
 * export const FooIPPool: Resource<FooIPPool> = defineIPPool({
 *   apiVersion: "ipam.cluster.x-k8s.io/v1alpha1",
 *   kind: "FooIPPool",
 * });
 */
export function defineIPPool<
  T extends KubeObject,
  const Cs extends PrintColumns,
  const S extends ScalePaths,
  F extends string,
  K extends string,
>(
  options: ResourceOptions & Omit<CheckedOptions<T, Cs, S, F>, "kind"> & { readonly kind: CheckedPool<T, K> },
): Resource<T> {
  // The parameter's type is the check; what it checked is the plain input.
  return resourceWith<T>(describeKind(options as DefinitionInput, { contractKind: "IPPool" }));
}
