// Defines a kind without a contract. Generators read the call from source without running it.
import type { KubeObject, Resource } from "@capstan/kube";
import { describeKind, resourceWith } from "../kinds/definition.ts";
import type { Forgot, Unless } from "./checked-contract.ts";
import type { PrintColumns, DefinitionInput, ResourceOptions, ScalePaths } from "../kinds/definition-input.ts";
import type { CheckedOptions } from "./checked-options.ts";

/**
 * Defines a kind without a contract of Cluster API. Returns its Resource, which carries the definition (`definitionOf`).
 *
 * Annotate the constant with `Resource<Foo>`: the compiler infers the object's type from there and checks apiVersion, kind
 * and the path of every column against it. `capstan generate` reads the call from source. Has no side effects.
 *
 * @example
 * export const Foo: Resource<Foo> = defineResource({
 *   apiVersion: "example.com/v1",
 *   kind: "Foo",
 *   printColumns: { Size: ".spec.size" },
 * });
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
  // The parameter's type is the check; what it checked is the plain input.
  return resourceWith<T>(describeKind(options as DefinitionInput));
}
