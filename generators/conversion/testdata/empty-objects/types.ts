// Objects that one of two versions rejects when they are empty.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec: {
    /** @minProperties 1 */
    disk?: { local?: boolean };
  };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> { spec: { disk?: { local?: boolean } } }
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
/** The hub keeps an empty one, which the other version cannot have. */
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: { "spec.disk.local": { as: "invert" } },
});
