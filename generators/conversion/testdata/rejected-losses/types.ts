// Forms of lists, seconds and conditions that lose values of the version that is not the hub and do not say so, and words for losses that
// there are not. Each message says what to add; the case "named-losses" adds it.
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Condition, Duration, Int32, Int64, KubeObject, Resource } from "@capstan/kube";

/** Single values and maps. */
interface Single {
  subnet?: string;
  host?: string;
  image: string;
  tags?: Record<string, string>;
  zones?: Record<string, { size?: Int32 }>;
  pools?: Record<string, { size?: Int32 }>;
  /** @maxProperties 1 */
  racks?: Record<string, string>;
}
/** The same as lists. */
interface Lists {
  subnet?: string[];
  /** @maxItems 1 */
  host?: string[];
  /**
   * @minItems 1
   * @maxItems 1
   */
  image: string[];
  tags?: { key: string; value: string }[];
  /**
   * @listType map
   * @listMapKey name
   */
  zones?: { name: string; size?: Int32 }[];
  /**
   * @listType map
   * @listMapKey name
   */
  pools?: { name: string; size?: Int32; spare?: boolean }[];
  /** @maxItems 1 */
  racks?: { key: string; value: string }[];
}

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: Single & { wait?: Duration; drain?: Duration };
  status?: { conditions?: SeverityCondition[] };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo", storage: true });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: Lists & { wait?: Int32; drain?: Int64 };
  status?: { conditions?: Condition[] };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo" });

/** The older version is the hub: clients of the newer one lose what no single value, map or duration holds. */
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  hub: "older",
  older: {
    "spec.subnet": { as: "listOfOne" },
    "spec.host": { as: "listOfOne", loses: "others" },
    "spec.image": { as: "listOfOne", loses: "others" },
    "spec.tags": { as: { mapToList: { key: "key", value: "value" } } },
    "spec.zones": { as: { mapToList: "name" }, loses: "repeated" },
    "spec.pools": { as: { mapToList: "name" }, loses: "order" },
    "spec.racks": { as: { mapToList: { key: "key", value: "value" } }, loses: "order" },
    "spec.wait": { as: "seconds", loses: "inexact" },
    "spec.drain": { as: "seconds" },
    "status.conditions": { as: "conditions" },
  },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> {
  spec?: Pick<Lists, "tags" | "zones">;
}
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export interface Bar extends KubeObject<"g.io/v2", "Bar"> {
  spec?: Pick<Single, "tags" | "zones">;
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

/** The reverse: the older version has the lists, and the newer one is the hub. */
export const bar: Conversion<OlderBar, Bar> = defineConversion({
  older: {
    "spec.tags": { as: { listToMap: { key: "key", value: "value" } }, loses: "order" },
    "spec.zones": { as: { listToMap: "name" } },
  },
});

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> {
  spec?: Pick<Single, "subnet" | "tags">;
}
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export interface Baz extends KubeObject<"g.io/v2", "Baz"> {
  spec?: Pick<Lists, "subnet" | "tags">;
}
export const Baz: Resource<Baz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });

/** The hub has the lists and keeps what the older version cannot hold: there is nothing to name. */
export const baz: Conversion<OlderBaz, Baz> = defineConversion({
  older: {
    "spec.subnet": { as: "listOfOne", loses: "others" },
    "spec.tags": { as: { mapToList: { key: "key", value: "value" } }, loses: "repeated" },
  },
});
