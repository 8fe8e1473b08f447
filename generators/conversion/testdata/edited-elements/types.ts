// Lists and maps of the hub of which a client of the other version changes one element: with and without keys, with fields and nulls that only the hub has, and
// conditions, for both hubs.
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int32, KubeObject, Resource } from "@capstan/kube";

/** A list without keys. */
type Pairs = { key: string; value: string }[];

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    env?: Record<string, string>;
    /** @maxProperties 3 */
    tags?: Record<string, string>;
    pools?: Record<string, { size?: Int32 }>;
    /** @listType map
     * @listMapKey name */
    sites?: { name: string; size?: Int32 }[];
  };
  status?: { conditions?: SeverityCondition[] };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    env?: Pairs;
    /** @maxItems 3 */
    tags?: Pairs;
    pools?: { name: string; size?: Int32; spare?: boolean }[];
    sites?: Record<string, { size?: Int32 } | null>;
  };
  status?: {
    /** @listType map
     * @listMapKey type */
    conditions?: Condition[];
  };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: {
    "spec.env": { as: { mapToList: { key: "key", value: "value" } } },
    "spec.tags": { as: { mapToList: { key: "key", value: "value" } }, bounds: "differ" },
    "spec.pools": { as: { mapToList: "name" } },
    "spec.sites": { as: { listToMap: "name" }, loses: "order" },
    "status.conditions": { as: "conditions", bounds: "differ" },
  },
});

/** Conditions with the bounds of the newer ones, so that random ones are read and written. */
interface OldCondition extends Omit<SeverityCondition, "type" | "status" | "reason"> {
  type: string;
  status: "True" | "False" | "Unknown";
  reason?: string;
}
interface NewCondition extends Pick<OldCondition, "type" | "status" | "lastTransitionTime"> {
  /** @minLength 1 */
  reason: string;
  message: string;
}

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> {
  spec?: {
    env?: Pairs;
    sites?: Record<string, { size?: Int32 } | null>;
  };
  status?: {
    conditions?: OldCondition[];
    nodes?: Record<string, { conditions?: OldCondition[] }>;
  };
}
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar", storage: true });
export interface Bar extends KubeObject<"g.io/v2", "Bar"> {
  spec?: {
    env?: Record<string, string>;
    sites?: { name: string; size?: Int32 }[];
  };
  status?: {
    conditions?: NewCondition[];
    nodes?: Record<string, { conditions?: NewCondition[] }>;
  };
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar" });

export const bar: Conversion<OlderBar, Bar> = defineConversion({
  hub: "older",
  older: {
    "spec.env": { as: { listToMap: { key: "key", value: "value" } } },
    "spec.sites": { as: { mapToList: "name" }, loses: "repeated" },
    "status.conditions": { as: "conditions" },
    "status.nodes[*].conditions": { as: "conditions" },
  },
});
