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

// A null that the older version, which is the hub, requires: it comes back where the form makes nothing of what a client wrote.
export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec: { note: string | null; name?: string } }
export interface NewerBar extends KubeObject<"g.io/v2", "Bar"> { spec: { note?: string; name?: string } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar", storage: true });
export const NewerBar: Resource<NewerBar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar" });

export const bar: Conversion<OlderBar, NewerBar> = defineConversion({
  hub: "older",
  older: { "spec.note": { as: "dropEmpty", bounds: "differ" } },
});
