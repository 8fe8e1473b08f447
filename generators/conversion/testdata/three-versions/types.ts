// Three versions around one hub.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Duration, Int32, KubeObject, Resource } from "@capstan/kube";

export interface FooV1Alpha1 extends KubeObject<"g.io/v1alpha1", "Foo"> {
  spec?: { wait?: Duration };
}
export const FooV1Alpha1: Resource<FooV1Alpha1> = defineResource({ apiVersion: "g.io/v1alpha1", kind: "Foo" });

export interface FooV1Beta1 extends KubeObject<"g.io/v1beta1", "Foo"> {
  spec?: { timeout?: Duration };
}
export const FooV1Beta1: Resource<FooV1Beta1> = defineResource({ apiVersion: "g.io/v1beta1", kind: "Foo" });

export interface Foo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    /** @minimum 0 */
    timeoutSeconds?: Int32;
  };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo", storage: true });

export const alpha: Conversion<FooV1Alpha1, Foo> = defineConversion({
  older: { "spec.wait": { to: "spec.timeoutSeconds", as: "seconds", bounds: "differ" } },
});
export const beta: Conversion<FooV1Beta1, Foo> = defineConversion({
  older: { "spec.timeout": { to: "spec.timeoutSeconds", as: "seconds", bounds: "differ" } },
});
