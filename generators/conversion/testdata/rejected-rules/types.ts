// Rules that do not fit the two types. tsc refuses most of them as well; the generator says so on its own.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    same?: string;
    forgotten?: string;
    timeout?: string;
    flag?: boolean;
    mode?: "a" | "b";
    nested?: { forgotten?: string; named?: string };
    /**
     * @listType map
     * @listMapKey name
     */
    list?: { name: string; inner?: string }[];
    needed: string;
    twice?: string;
    other?: string;
    misspelt?: string;
    odd?: string;
    unknown?: string;
    half?: string;
    listed?: string;
    literal?: string;
    unkept: string;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    same?: string;
    added?: string;
    timeoutSeconds?: Int32;
    flagged?: string;
    mode?: "A" | "B";
    /**
     * @listType map
     * @listMapKey name
     */
    list?: { name: string; other?: string }[];
    moved?: string;
    required: string;
    once?: string;
    spelt?: string;
    half?: string;
    listed?: string;
    literal?: string;
    spare?: string;
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.same": "removed",
    "spec.timeot": { to: "spec.timeoutSeconds", as: "seconds" },
    "spec.timeout": { to: "spec.timeoutSeconds" },
    "spec.flag": { to: "spec.flagged", as: "boolPresence" },
    "spec.mode": { as: { enum: { a: "A", b: "C" } } },
    "spec.nested.named": "removed",
    "spec.list[].inner": { to: "spec.moved" },
    "spec.needed": "removed",
    "spec.twice": { to: "spec.once" },
    "spec.other": { to: "spec.once" },
    "spec.misspelt": { to: "spec.speld" },
    "spec.odd": "gone",
    "spec.half": { as: { forward: (value: string) => value } },
    "spec.listed": { as: "dropEmpty", loses: (value: string) => value === "" },
    "spec.literal": { as: { forward: "a", back: "b" } },
    "spec.unkept": { keep: true, default: "", bounds: "differ" },
    "spec.unknown": { to: "spec.spelt", as: "magic" },
  },
  newer: { "spec.required": "added", "spec.spare": { default: "a", loses: ["a"] } },
});
