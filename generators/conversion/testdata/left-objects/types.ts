// Fields that leave their object for another one, which either version may have alone: empty values come back, with the object that they were in, and required ones have their
// empty value by their object. With each of the two versions as the hub, and in elements of lists.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

/** What the older versions have. */
interface OlderSpec {
  phase: string;
}
interface OlderStatus {
  note?: string;
  disks?: { boot?: { size: Int32 }; data?: { label?: string } }[];
}
/** What the newer versions have. */
interface NewerSpec {
  tier?: string;
}
interface NewerStatus {
  note?: string;
  phase?: string;
  disks?: { boot?: { fast?: boolean }; data?: { size?: Int32; label?: string } }[];
}

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: OlderSpec;
  status?: OlderStatus;
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: NewerSpec;
  status?: NewerStatus;
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: {
    "spec.phase": { to: "status.phase", as: "dropEmpty" },
    "status.disks": { loses: "unmatched" },
    "status.disks[].boot.size": { to: "status.disks[].data.size", as: "dropEmpty" },
  },
  newer: { "spec.tier": "added", "status.disks[].boot.fast": "added" },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> {
  spec?: OlderSpec;
  status?: OlderStatus;
}
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });

export interface Bar extends KubeObject<"g.io/v2", "Bar"> {
  spec?: NewerSpec;
  status?: NewerStatus;
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderBar, Bar> = defineConversion({
  hub: "older",
  older: {
    "spec.phase": { to: "status.phase", as: "dropEmpty" },
    "status.disks[].boot.size": { to: "status.disks[].data.size", bounds: "differ" },
  },
  newer: { "spec.tier": "added", "status.disks[].boot.fast": "added" },
});
