// Three versions around one hub. It has values of one that its schema rejects: clients of the other version that write the object do not lose them.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Duration, Int32, Int64, KubeObject, Resource } from "@capstan/kube";

export interface FooV1Alpha1 extends KubeObject<"g.io/v1alpha1", "Foo"> {
  spec?: {
    wait?: Duration;
    count?: Int64;
    mode?: string;
    file?: string;
    /** @atMostOneOf image disk */
    from?: { image?: string; disk?: string };
  };
}
export const FooV1Alpha1: Resource<FooV1Alpha1> = defineResource({ apiVersion: "g.io/v1alpha1", kind: "Foo" });

export interface FooV1Beta1 extends KubeObject<"g.io/v1beta1", "Foo"> {
  spec?: {
    timeout?: Duration;
    count?: string;
    mode?: "a" | "b";
    /** @atMostOneOf image disk */
    from?: { image?: string; disk?: string };
  };
}
export const FooV1Beta1: Resource<FooV1Beta1> = defineResource({ apiVersion: "g.io/v1beta1", kind: "Foo" });

export interface Foo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    /** @minimum 0 */
    timeoutSeconds?: Int32;
    count?: Int32;
    mode?: "A" | "B" | "C";
    /** @atMostOneOf image disk file */
    from?: { image?: string; disk?: string; file?: string };
  };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo", storage: true });

export const alpha: Conversion<FooV1Alpha1, Foo> = defineConversion({
  older: {
    "spec.wait": { to: "spec.timeoutSeconds", as: "seconds", bounds: "differ" },
    "spec.count": { as: "width", bounds: "differ" },
    "spec.mode": { as: "unchanged", bounds: "differ" },
    "spec.file": { to: "spec.from.file" },
    "spec.from": { bounds: "differ" },
  },
});
export const beta: Conversion<FooV1Beta1, Foo> = defineConversion({
  older: {
    "spec.timeout": { to: "spec.timeoutSeconds", as: "seconds", bounds: "differ" },
    "spec.count": { as: "digits", loses: "inexact" },
    "spec.mode": { as: { enum: { a: "A", b: "B" }, added: { C: "b" } } },
    "spec.from": { bounds: "differ" },
  },
  newer: { "spec.from.file": "added" },
});
