// Causes of a form that does not fit which the other rejected cases do not have. Each error names the declaration to write.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    text?: string;
    mode?: string;
    tier?: string;
    level?: "low" | "high";
    state?: "on" | "off";
    events?: string[];
    flag?: string;
    port?: string;
    note?: boolean;
    zones?: Record<string, string>;
    tags?: Record<string, string>;
    pools?: Record<string, string>;
    labels?: Record<string, string>;
    host?: string;
    same?: string;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    text?: Int32;
    mode?: "A" | "B";
    tier?: "A" | "B";
    level?: "Low" | "High" | "Highest";
    state?: "On" | "Off";
    events?: Int32[];
    flag?: boolean;
    port?: Int32;
    note?: string;
    zones?: string;
    tags?: { key: string; value?: string }[];
    pools?: { key: string; value: string; size: Int32 }[];
    labels?: { key: string; value: Int32 }[];
    /** @minItems 2 */
    host?: string[];
    same?: string;
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.text": { as: "unchanged", bounds: "differ" },
    "spec.mode": { as: "unchanged" },
    "spec.tier": { as: { enum: {} } },
    "spec.level": { as: { enum: {} } },
    "spec.state": { as: { enum: { on: "On", off: "Of" } } },
    "spec.events": { as: "conditions" },
    "spec.flag": { as: "invert" },
    "spec.port": { as: "width" },
    "spec.note": { as: "dropEmpty" },
    "spec.zones": { as: { mapToList: "name" } },
    "spec.tags": { as: { mapToList: { key: "key", value: "value" } } },
    "spec.pools": { as: { mapToList: { key: "key", value: "value" } } },
    "spec.labels": { as: { mapToList: { key: "key", value: "value" } } },
    "spec.host": { as: "listOfOne" },
    "spec.same": { as: "seconds" },
  },
});
