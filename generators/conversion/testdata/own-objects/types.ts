// Objects that one version has alone, and that need a field which the other version has elsewhere.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec: { name?: string; zone?: string; disk?: { size: string; type?: string } } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> { spec: { host: { name: string }; place?: { zone: string; rack?: string }; size?: string } }
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
/** A required one with a default, one that is there by its field, and one of the older version with a field that is kept. */
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: {
    "spec.name": { to: "spec.host.name", default: "none" },
    "spec.zone": { to: "spec.place.zone" },
    "spec.disk.size": { to: "spec.size" },
    "spec.disk.type": "keep",
  },
  newer: { "spec.place.rack": "added" },
});
