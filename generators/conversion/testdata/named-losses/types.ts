// What the messages of "rejected-losses" say to add. The generated tests check each: what the version that is not the hub loses is named, and
// it is lost.
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Condition, Duration, Int, Int32, Int64, KubeObject, Resource } from "@capstan/kube";

/** Single values and maps. */
interface Single {
  subnet?: string;
  host?: string;
  image: string;
  tags?: Record<string, string>;
  zones?: Record<string, { size?: Int32 }>;
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
  /** @maxItems 1 */
  racks?: { key: string; value: string }[];
}

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: Single & { wait?: Duration; drain?: Duration; grace?: Duration; short?: Duration };
  status?: { conditions?: SeverityCondition[] };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo", storage: true });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: Lists & {
    wait?: Int32;
    drain?: Int64;
    grace?: Int;
    /**
     * @minimum 1
     * @maximum 3600
     */
    short?: Int64;
  };
  status?: { conditions?: Condition[] };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo" });

/** The older version is the hub: clients of the newer one lose what no single value, map or duration holds. */
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  hub: "older",
  older: {
    "spec.subnet": { as: "listOfOne", loses: "others" },
    "spec.host": { as: "listOfOne" },
    "spec.image": { as: "listOfOne" },
    "spec.tags": { as: { mapToList: { key: "key", value: "value" } }, loses: "repeated" },
    "spec.zones": { as: { mapToList: "name" }, loses: "order" },
    "spec.racks": { as: { mapToList: { key: "key", value: "value" } } },
    "spec.wait": { as: "seconds" },
    "spec.drain": { as: "seconds", loses: "inexact" },
    "spec.grace": { as: "seconds", loses: "inexact" },
    "spec.short": { as: "seconds", bounds: "differ" },
    "status.conditions": { as: "conditions", loses: "inexact", bounds: "differ" },
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
    "spec.tags": { as: { listToMap: { key: "key", value: "value" } }, loses: "repeated" },
    "spec.zones": { as: { listToMap: "name" }, loses: "order" },
  },
});
