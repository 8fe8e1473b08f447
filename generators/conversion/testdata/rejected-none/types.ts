// Strategy None with rules that change something, and beside pairs with a webhook.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface Oldest extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { size?: Int32 };
}
export const Oldest: Resource<Oldest> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Older extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    size?: Int32;
    gone?: string;
    stays?: string;
    a?: string;
    hidden?: string;
    /** @maximum 9 */
    bound?: Int32;
    /** @maxLength 20 */
    limit?: string;
    needed: string;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v2", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v3", "Foo"> {
  spec?: { size?: Int32; moved?: string; tier?: string; b?: string; bound?: Int32; limit?: string };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v3", kind: "Foo", storage: true });

export const oldest: Conversion<Oldest, Newer> = defineConversion({
  older: {},
  newer: { "spec.moved": "added", "spec.tier": "added", "spec.b": "added", "spec.bound": "added", "spec.limit": "added" },
});
export const foo: Conversion<Older, Newer> = defineConversion({
  strategy: "None",
  older: {
    "spec.gone": "removed",
    "spec.stays": { to: "spec.moved" },
    "spec.bound": { bounds: "differ" },
    "spec.needed": "removed",
  },
  newer: { "spec.tier": { default: "x" } },
  together: {
    a: { older: { a: "spec.a" }, newer: { b: "spec.b" }, as: { forward: () => ({}), back: () => ({}) } },
  },
});

export interface Modes extends KubeObject<"g.io/v1", "Bar"> {
  spec?: { mode?: "A" | "B"; size?: Int32; host?: string; name?: string; level?: "Low" | "High" };
}
export const Modes: Resource<Modes> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export interface MoreModes extends KubeObject<"g.io/v2", "Bar"> {
  spec?: {
    mode?: "A" | "B" | "C";
    size?: string;
    host: string;
    title?: string;
    level?: "Low" | "High" | "Top";
    needed: Int32;
  };
}
export const MoreModes: Resource<MoreModes> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });
export const bar: Conversion<Modes, MoreModes> = defineConversion({
  strategy: "None",
  older: { "spec.level": { bounds: "differ" } },
  newer: { "spec.needed": "added" },
});
