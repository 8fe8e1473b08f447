// Shape rules of the IPPool contracts as compile errors: each field missing, of another type, and required where it must not be.
import type { Condition, KubeObject, Resource } from "@capstan/kube";
import { defineIPPool } from "@capstan/contract/define";

type Kind<K extends string> = KubeObject<"g.io/v1", K>;

export const statusMissing: Resource<Kind<"FooIPPool"> & { spec?: { a?: string } }> = defineIPPool({
  apiVersion: "g.io/v1",
  // error: Type '"FooIPPool"' is not assignable to type '"ipam/pool-crd: the object has no status: add `status?: FooStatus` to the object"'.
  kind: "FooIPPool",
});
export const statusWrong: Resource<Kind<"FooIPPool"> & { status?: string }> = defineIPPool({
  apiVersion: "g.io/v1",
  // error: Type '"FooIPPool"' is not assignable to type '"ipam/pool-crd: status is not an object: type it as an interface"'.
  kind: "FooIPPool",
});
export const statusRequired: Resource<Kind<"FooIPPool"> & { status: { conditions?: Condition[] } }> = defineIPPool({
  apiVersion: "g.io/v1",
  // error: Type '"FooIPPool"' is not assignable to type '"ipam/pool-crd: status is required, but an object is created without one: make it optional"'.
  kind: "FooIPPool",
});
export const conditionsMissing: Resource<Kind<"FooIPPool"> & { status?: { other?: string } }> = defineIPPool({
  apiVersion: "g.io/v1",
  // error: Type '"FooIPPool"' is not assignable to type '"ipam/pool-conditions: the status has no conditions: add `conditions?: Condition[]` to the status"'.
  kind: "FooIPPool",
});
export const conditionsWrong: Resource<Kind<"FooIPPool"> & { status?: { conditions?: string[] } }> = defineIPPool({
  apiVersion: "g.io/v1",
  // error: Type '"FooIPPool"' is not assignable to type '"ipam/pool-conditions: status.conditions is not a list of conditions without a severity: type it `Condition[]`"'.
  kind: "FooIPPool",
});
export const conditionsWithSeverity: Resource<Kind<"FooIPPool"> & { status?: { conditions?: (Condition & { severity?: string })[] } }> = defineIPPool({
  apiVersion: "g.io/v1",
  // error: Type '"FooIPPool"' is not assignable to type '"ipam/pool-conditions: status.conditions is not a list of conditions without a severity: type it `Condition[]`"'.
  kind: "FooIPPool",
});
