// Lists whose keys have other names and other forms in the two versions: the hub's elements are found again, and what it keeps for the other version too. Of a
// key that does not come back, and of one that only the hub has, elements are found by their values.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    /**
     * @listType map
     * @listMapKey name
     * @listMapKey zone
     */
    disks?: { name: "a" | "b" | "c"; zone: "x" | "y"; size?: Int32; bus?: string }[];
    /**
     * @listType map
     * @listMapKey kind
     */
    rules?: { kind: "a" | "b"; value?: string }[];
  };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    /**
     * @listType map
     * @listMapKey id
     * @listMapKey zone
     */
    disks?: { id: "a" | "b" | "c"; zone: "X" | "Y"; size?: Int32; shelf?: string }[];
    /**
     * @listType map
     * @listMapKey kind
     */
    rules?: { kind: "A" | "B" | "C"; value?: string; note?: string }[];
  };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: {
    "spec.disks": { bounds: "differ" },
    "spec.disks[].name": { to: "spec.disks[].id" },
    "spec.disks[].zone": { as: { enum: { x: "X", y: "Y" } } },
    "spec.disks[].bus": "keep",
    "spec.rules": { bounds: "differ", loses: "unmatched" },
    "spec.rules[].kind": { as: { enum: { a: "A", b: "B" }, added: { C: "a" } } },
  },
  newer: { "spec.disks[].shelf": "added", "spec.rules[].note": "added" },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> {
  spec?: {
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: "a" | "b" | "c"; size?: Int32; bus?: string }[];
    paths?: {
      name: "a" | "b" | "c";
      mode?: string;
      owner?: { user?: string };
      /**
       * @listType map
       * @listMapKey id
       */
      parts?: { id: "a" | "b" }[];
    }[];
  };
}
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });

export interface Bar extends KubeObject<"g.io/v2", "Bar"> {
  spec?: {
    disks?: { id: "a" | "b" | "c"; size?: Int32 }[];
    /**
     * @listType map
     * @listMapKey name
     */
    paths?: {
      name: "a" | "b" | "c";
      label?: string;
      access?: { user?: string; group?: string };
      /**
       * @listType map
       * @listMapKey id
       */
      parts?: { id: "a" | "b"; note?: string }[];
    }[];
  };
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderBar, Bar> = defineConversion({
  hub: "older",
  older: {
    "spec.disks": { bounds: "differ" },
    "spec.disks[].name": { to: "spec.disks[].id" },
    "spec.disks[].bus": "removed",
    "spec.paths": { bounds: "differ", loses: "unmatched" },
    "spec.paths[].mode": "removed",
    "spec.paths[].owner.user": { to: "spec.paths[].access.user" },
  },
  newer: { "spec.paths[].label": "keep", "spec.paths[].access.group": "keep", "spec.paths[].parts[].note": "keep" },
});
