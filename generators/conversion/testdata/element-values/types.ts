// Rules for elements themselves: of maps and lists, in one another, and beside rules for fields of other elements.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

/** Older is the older version. */
export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    flags?: Record<string, boolean>;
    modes?: ("a" | "b")[];
    switches?: Record<string, boolean>;
    refs?: { apiVersion?: string; kind?: string; namespace?: string; name?: string }[];
    groups?: Record<string, Record<string, { x?: string }>>;
    matrix?: Record<string, ("a" | "b")[]>;
    grid?: boolean[][];
    lengths?: string[];
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; on?: boolean; tags?: Record<string, boolean> }[];
    /**
     * @listType map
     * @listMapKey name
     */
    keys?: { name: string; on?: boolean }[];
    /** @listType set */
    names?: ("a" | "b")[];
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

/** Newer is the newer version. */
export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    flags?: Record<string, boolean>;
    modes?: ("A" | "B" | "C")[];
    switches?: Record<string, "On" | "Off">;
    refs?: { apiGroup: string; kind: string; name: string }[];
    groups?: Record<string, { name: string; x?: string; y?: string }[]>;
    matrix?: Record<string, ("A" | "B" | "C")[]>;
    grid?: boolean[][];
    lengths?: Int32[];
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; off?: boolean; tags?: Record<string, boolean>; size?: Int32 }[];
    /**
     * @listType map
     * @listMapKey name
     */
    keys?: { name: string; off: boolean }[];
    /** @listType set */
    names?: ("A" | "B")[];
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.flags[*]": { as: "invert" },
    "spec.modes": { loses: "unmatched" },
    "spec.modes[]": { as: { enum: { a: "A", b: "B" }, added: { C: "a" } } },
    "spec.switches[*]": { as: { enum: { true: "On", false: "Off" } } },
    "spec.refs[]": { as: "reference", bounds: "differ" },
    "spec.groups[*]": { as: { mapToList: "name" } },
    "spec.matrix[*]": { loses: "unmatched" },
    "spec.matrix[*][]": { as: { enum: { a: "A", b: "B" }, added: { C: "a" } } },
    "spec.grid[][]": { as: "invert" },
    "spec.lengths": { loses: "unmatched" },
    "spec.lengths[]": {
      as: {
        forward: (value: string): Int32 => value.length as Int32,
        back: (value: Int32): string => "x".repeat(Math.min(Math.max(value, 0), 99)),
      },
      loses: (value: string): boolean => /[^x]/.test(value),
    },
    "spec.disks[].on": { to: "spec.disks[].off", as: "invert" },
    "spec.disks[].tags[*]": { as: "invert" },
    "spec.keys": { loses: "unmatched" },
    "spec.keys[]": {
      as: {
        forward: ({ name, on }: { name: string; on?: boolean }): { name: string; off: boolean } => ({
          name,
          off: on !== true,
        }),
        back: ({ name, off }: { name: string; off: boolean }): { name: string; on?: boolean } => ({
          name,
          ...(off ? {} : { on: true }),
        }),
      },
      loses: ({ on }: { name: string; on?: boolean }): boolean => on === false,
    },
    "spec.names[]": { as: { enum: { a: "A", b: "B" } } },
  },
  newer: { "spec.disks[].size": "added" },
});
