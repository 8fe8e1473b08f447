// Bounds that random values must keep: multiples, limits beyond the range of a number, and flags in patterns.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, Int64, KubeObject, Resource } from "@capstan/kube";

interface Bounds {
  /**
   * @minimum 10
   * @multipleOf 8
   */
  memory?: Int32;
  /** @multipleOf 10 */
  tens?: Int64;
  /** @maximum 4294967295 */
  table?: Int32;
  /**
   * @minimum 0
   * @exclusiveMinimum true
   * @maximum 3
   * @exclusiveMaximum true
   */
  inside?: Int32;
  /** @pattern ^(?i)[a-z0-9_][a-z0-9_\-\+\.]*$ */
  tag?: string;
  /** @pattern (?s)^a.b$ */
  lines?: string;
}

export interface FooV1 extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { bounds: Bounds; name?: string };
}
export const FooV1: Resource<FooV1> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { bounds: Bounds; title?: string };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<FooV1, Foo> = defineConversion({ older: { "spec.name": { to: "spec.title" } } });
