// Examples that their fields reject: of another type, out of bounds, of another version, and no lists.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    /** @pattern ^[a-z]+$ */
    mode?: string;
    /** @minimum 1 */
    size?: Int32;
    kind?: "ssd" | "hdd";
    host?: string;
    port?: Int32;
    /** @items.maxLength 3 */
    tags?: string[];
    sites?: Record<string, { cpu?: Int32 }>;
    list?: string;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    level?: string;
    /** @minimum 4 */
    size?: Int32;
    kind?: "SSD" | "HDD";
    endpoint?: string;
    labels?: string[];
    sites?: Record<string, { cores?: Int32 }>;
    listed?: string;
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.mode": { to: "spec.level", bounds: "differ", examples: ["fine", "NOT FINE"], examplesOfNewer: ["FINE", 1] },
    "spec.size": { bounds: "differ", examples: [0, 1], examplesOfNewer: [1, 4] },
    "spec.kind": { as: { enum: { ssd: "SSD", hdd: "HDD" } }, examples: ["SSD"] },
    "spec.tags": { to: "spec.labels", bounds: "differ", examples: [["a", "long"]] },
    "spec.sites[*].cpu": { to: "spec.sites[*].cores", examples: ["1"] },
    "spec.list": { to: "spec.listed", examples: "none" },
  },
  together: {
    endpoint: {
      older: { host: "spec.host", port: "spec.port" },
      newer: { endpoint: "spec.endpoint" },
      as: { forward: () => ({}), back: () => ({}) },
      examples: [{ host: "a", port: "80" }],
      examplesOfNewer: [{ endpoint: null }],
    },
  },
});
