// Objects that may have one field at most, of which a further one comes back from what is kept, and objects in which the API server keeps fields that no type names.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

/** @maxProperties 1 */
export interface OlderChoice { a?: boolean; b?: string }
/** @maxProperties 1 */
export interface Choice { a?: boolean; b?: string; c?: boolean }

/** @preserveUnknownFields */
export interface Open { a?: string }

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    byName?: Record<string, OlderChoice>;
    open?: Open;
    /** @preserveUnknownFields */
    named?: { o?: { a?: string } };
  };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    byName?: Record<string, Choice>;
    opened?: Open;
    /** @preserveUnknownFields */
    named?: { o?: { b?: string } };
  };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: { "spec.open": { to: "spec.opened" }, "spec.named.o.a": { to: "spec.named.o.b" } },
  newer: { "spec.byName[*].c": "added" },
});
