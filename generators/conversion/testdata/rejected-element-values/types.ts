// Rules for elements themselves that do not fit: elements are never absent, and are not found again once they are converted as a whole.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

/** Older is the older version. */
export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    same?: boolean[];
    other?: boolean[];
    alone?: Record<string, string>;
    filled?: Record<string, boolean>;
    emptied?: string[];
    modes?: Record<string, "a" | "b">;
    moved?: string[];
    nested?: Record<string, { x?: string; y?: string }[]>;
    lists?: { x?: string; y?: string }[][];
    numbers?: string[];
    required?: ("a" | "b")[];
    needed: Record<string, boolean>;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

/** Newer is the newer version. */
export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    same?: boolean[];
    other?: string[];
    filled?: Record<string, string>;
    /** @items.minLength 1 */
    emptied?: string[];
    modes?: Record<string, "A" | "B">;
    became?: string[];
    nested?: Record<string, { x?: string; z?: string }[]>;
    lists?: { x?: string }[][];
    numbers?: Int32[];
    required: ("A" | "B")[];
    needed?: Record<string, boolean>;
    fresh?: string[];
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.same[]": "removed",
    "spec.other[]": "removed",
    "spec.alone[*]": "removed",
    "spec.filled[*]": { as: { enum: { true: "On" } }, default: "On" },
    "spec.emptied[]": { as: "dropEmpty" },
    "spec.moved[]": { to: "spec.became[]" },
    "spec.required[]": { as: { enum: { a: "A", b: "B" } } },
    "spec.needed[*]": { as: "invert" },
    "spec.numbers[]": { as: "digits", loses: "inexact" },
  },
  newer: { "spec.fresh[]": { default: "" } },
});

/** OlderList is an older version whose lists have no keys, or elements without fields. */
export interface OlderList extends KubeObject<"g.io/v1", "Bar"> {
  spec?: {
    modes?: ("a" | "b")[];
    /**
     * @listType map
     * @listMapKey name
     */
    keys?: { name: string; on?: boolean }[];
    plain?: { name: string }[];
    nested?: Record<string, { x?: string }[]>;
  };
}
export const OlderList: Resource<OlderList> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });

/** NewerList is the newer version. */
export interface NewerList extends KubeObject<"g.io/v2", "Bar"> {
  spec?: {
    modes?: ("A" | "B" | "C")[];
    /**
     * @listType map
     * @listMapKey name
     */
    keys?: { name: string; off: boolean }[];
    plain?: { name: string; more?: string }[];
    nested?: Record<string, { x?: string; y?: string }[]>;
  };
}
export const NewerList: Resource<NewerList> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderList, NewerList> = defineConversion({
  older: {
    "spec.modes[]": { as: { enum: { a: "A", b: "B" }, added: { C: "a" } } },
    "spec.keys[]": {
      as: {
        forward: ({ name, on }: { name: string; on?: boolean }) => ({ name, off: on !== true }),
        back: ({ name, off }: { name: string; off: boolean }) => ({ name, on: !off }),
      },
    },
  },
  newer: { "spec.plain[].more": "added", "spec.nested[*][].y": "added" },
});
