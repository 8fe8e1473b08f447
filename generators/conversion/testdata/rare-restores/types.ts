// Values that random objects of other cases seldom have together: an object of which nothing is left while the object around its value is removed, and a field that the hub did not
// have beside one that is kept, in an object that may not be empty.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    /** @maxLength 1 */
    phase: string;
  };
  status?: { note?: "a" };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { tier?: "one" };
  status?: {
    note?: "a";
    /** @maxLength 1 */
    phase?: string;
  };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: { "spec.phase": { to: "status.phase", as: "dropEmpty" } },
  newer: { "spec.tier": "added" },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> {
  spec?: {
    /** @minProperties 1 */
    size?: {
      /** @default "x" */
      a?: "x" | "y";
    };
  };
}
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });

export interface Bar extends KubeObject<"g.io/v2", "Bar"> {
  spec?: {
    /** @minProperties 1 */
    size?: { c?: "x" | "y"; b?: "v" };
  };
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderBar, Bar> = defineConversion({
  older: { "spec.size.a": { to: "spec.size.c" } },
  newer: { "spec.size.b": "added" },
});
