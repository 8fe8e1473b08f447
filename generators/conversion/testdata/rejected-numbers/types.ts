// Texts, quantities, presence and tables that do not fit, or lose values without a word. Each message says what to add; the case
// "numbers-and-presence" adds it.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Quantity, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    port?: string;
    count?: string;
    size?: Int32;
    memory?: Quantity;
    disk?: Quantity;
    cpu?: string;
    backup?: { schedule?: string };
    audit?: boolean;
    proxy?: boolean;
    cache?: boolean;
    quota?: string;
    enabled?: boolean;
    level?: "low" | "high";
    host?: string;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    port?: Int32;
    count: Int32;
    size?: string;
    memory?: Int32;
    disk?: Int32;
    cpu?: Int32;
    backup?: boolean;
    audit: { schedule?: string };
    proxy?: { host: string };
    /** @minProperties 1 */
    cache?: { size?: Int32 };
    quota?: { size?: Int32 };
    enabled?: "On" | "Off" | "Auto";
    level?: 1 | 2;
    host?: Int32;
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.port": { as: "digits" },
    "spec.count": { as: "digits", default: 1, loses: "inexact" },
    "spec.size": { as: "digits", loses: "inexact" },
    "spec.memory": { as: { quantity: "Mi" } },
    "spec.disk": { as: { quantity: "MiB" }, loses: "inexact" },
    "spec.cpu": { as: { quantity: "m" }, loses: "inexact" },
    "spec.backup": { as: "presence" },
    "spec.audit": { as: "presence" },
    "spec.proxy": { as: "presence" },
    "spec.cache": { as: "presence" },
    "spec.quota": { as: "presence" },
    "spec.enabled": { as: { enum: { true: "On", false: "Off" } } },
    "spec.level": { as: { enum: { low: 1, high: 3 } } },
    "spec.host": { as: { forward: (value: string) => value.length, back: (value: Int32) => `${value}` }, loses: "inexact" },
  },
});
