// Bounds that differ without a word, a rule that says so of bounds that are alike, and defaults and forms that give what the other version rejects. The case "bounds" adds what the
// messages say.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Duration, Int32, Int64, KubeObject, Resource, Time } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    size?: Int32;
    /** @maxLength 200 */
    name?: string;
    mode?: string | null;
    tags?: string[];
    disks?: { kind?: string }[];
    network?: { cidr?: string };
    same?: string;
    weight?: Int64;
    timeout?: string;
    delay?: Duration;
    tier?: string;
    start?: string;
    level: "a" | "b";
    lag: Duration;
    zones?: Record<string, { size: string }>;
    hosts?: Record<string, { size: string }>;
    ref?: { apiVersion: string; kind: string; name: string; uid: string };
    node?: { apiVersion: string; kind: string; name: string };
    rules?: { port?: Int32 };
    /** @maxProperties 5 */
    env?: Record<string, string>;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    /** @minimum 4 */
    size?: Int32;
    /** @maxLength 100 */
    displayName?: string;
    mode?: string;
    /** @items.pattern ^[a-z]+$ */
    tags?: string[];
    /**
     * @listType map
     * @listMapKey id
     */
    disks?: { id: string; kind?: string }[];
    network: { cidr?: string };
    same?: string;
    weight?: Int32;
    timeout?: Int32;
    delay?: 30 | 60;
    tier?: "low" | "high";
    start?: Time;
    level?: "a" | "b";
    lag?: Duration;
    zones?: { name?: string; size: string }[];
    /**
     * @listType map
     * @listMapKey size
     */
    hosts?: { name: string; size: string }[];
    ref?: { apiGroup: string; kind: string; name: string };
    node?: { name: "a" | "b" };
    /** @cel has(self.port) */
    rules?: { port?: Int32 };
    /** @maxItems 5 */
    env?: { name: string; value: string }[];
    count: Int32;
    /** @minimum 5 */
    least: Int32;
    kind: "A" | "B";
    list: { name: string }[];
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.name": { to: "spec.displayName" },
    "spec.same": { bounds: "differ" },
    "spec.weight": { as: "width" },
    "spec.timeout": { as: "seconds" },
    "spec.delay": { as: "seconds" },
    "spec.tier": { as: "dropEmpty" },
    "spec.start": { as: "dropEmpty" },
    "spec.level": { as: "dropEmpty" },
    "spec.lag": { as: "dropEmpty" },
    "spec.zones": { as: { mapToList: "name" } },
    "spec.hosts": { as: { mapToList: "name" } },
    "spec.ref": { as: "reference" },
    "spec.env": { as: { mapToList: { key: "name", value: "value" } } },
    "spec.node": { as: { reference: { apiVersion: "v1", kind: "Node" } } },
  },
  newer: {
    "spec.disks[].id": { default: "x" },
    "spec.count": { default: "1" },
    "spec.least": { default: 1 },
    "spec.kind": { default: "C" },
    "spec.list": { default: [{}] },
  },
});
