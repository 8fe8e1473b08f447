// Flags that may be null in one of the versions: an absent one stays absent, and is no null.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec?: { open?: boolean; shown?: boolean; old?: boolean | null } }
export interface NewerFoo extends KubeObject<"g.io/v2", "Foo"> { spec?: { open?: boolean | null; hidden?: boolean | null; new?: boolean } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export const NewerFoo: Resource<NewerFoo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, NewerFoo> = defineConversion({
  older: {
    "spec.open": { as: "boolPresence" },
    "spec.shown": { to: "spec.hidden", as: "invert" },
    "spec.old": { to: "spec.new", as: "invert", bounds: "differ" },
  },
});
