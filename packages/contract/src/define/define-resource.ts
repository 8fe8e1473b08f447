// Defines a kind without a contract. The narrowing functions beside this one add what their contract says.
// Called by authors for owned kinds and identities, read without being run by generators/model.
import type { KubeObject, Resource } from "@capstan/kube";
import { describeKind, resourceWith } from "./definition.ts";
import type { Forgot, Unless } from "./forgot.ts";
import type { PrintColumns } from "./print-columns.ts";
import type { CheckedOptions, DefinitionInput, ResourceOptions, ScalePaths } from "./resource-options.ts";

/**
 * Defines a kind of the API. Annotate the constant with `Resource<Foo>`; the object's type comes from there and everything
 * in the options is checked against it: apiVersion, kind and the path of every column. Has no side effects.
 */
export function defineResource<
  T extends KubeObject,
  const Cs extends PrintColumns,
  const S extends ScalePaths,
  F extends string,
>(
  options: ResourceOptions &
    Omit<CheckedOptions<T, Cs, S, F>, "kind"> & { readonly kind: Unless<Forgot<T>, T["kind"]> },
): Resource<T> {
  return resourceWith<T>(describeKind(options as DefinitionInput));
}
