// Lists without keys: what only the hub has of their elements is lost when a client of the other version changes an element, which the rule of the list says.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    disks?: { size?: string }[];
    nets?: { v4?: string; v6?: string }[];
    /** @maxItems 4 */
    hosts?: { level?: "low" | "high" }[];
    zones?: { racks?: { name: string }[] }[];
    /**
     * @listType map
     * @listMapKey name
     */
    keyed?: { name: string }[];
    flags?: { off?: boolean }[];
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    disks?: { size?: string; type?: string }[];
    nets?: { addresses?: string[] }[];
    /** @maxItems 8 */
    hosts?: { level?: "low" | "high" | "highest" }[];
    zones?: { racks?: { name: string; units?: Int32 }[] }[];
    /**
     * @listType map
     * @listMapKey name
     */
    keyed?: { name: string; label?: string }[];
    flags?: { on?: boolean }[];
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.hosts": { bounds: "differ" },
    "spec.hosts[].level": { as: { enum: {}, added: { highest: "high" } } },
    "spec.keyed": { loses: "unmatched" },
    "spec.flags": { loses: "unmatched" },
    "spec.flags[].off": { to: "spec.flags[].on", as: "invert" },
  },
  newer: {
    "spec.disks[].type": "added",
    "spec.zones[].racks[].units": "added",
    "spec.keyed[].label": "added",
  },
  together: {
    addresses: {
      older: { v4: "spec.nets[].v4", v6: "spec.nets[].v6" },
      newer: { addresses: "spec.nets[].addresses" },
      as: {
        forward: ({ v4, v6 }: { v4?: string; v6?: string }) => ({ addresses: v4 === undefined ? [] : [v4, v6 ?? ""] }),
        back: ({ addresses }: { addresses?: string[] }) => ({ v4: addresses?.[0], v6: addresses?.[1] }),
      },
      loses: () => true,
    },
  },
});
