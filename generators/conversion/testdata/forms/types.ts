// What the messages of "rejected-forms" say to add, the forms that no other case has, and objects of one version that are never empty. The
// generated tests check each.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, Int64, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    tags?: Record<string, string>;
    counts?: Record<string, Int32>;
    pools?: Record<string, { size: string }>;
    mode?: "A" | "B";
    tier?: "low" | "gone";
    level?: "a" | "b";
    size?: Int32;
    note?: string;
    ready?: boolean;
    provisioned?: boolean;
    weight?: Int64;
    disablePortSecurity?: boolean;
    machines?: { cpus: Int32 }[];
    subnet?: string;
    image: { id: string };
    /**
     * @minItems 1
     * @maxItems 1
     */
    hosts?: string[];
    /**
     * @listType map
     * @listMapKey name
     */
    racks?: { name: string; units: Int32 }[];
    labels?: { key: string; value: string }[];
    probe?: {
      /** @default "none" */
      script?: string;
    };
    /** @minProperties 1 */
    hints?: { zone?: string };
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    /**
     * @listType map
     * @listMapKey key
     */
    tags?: { key: string; value: string }[];
    /**
     * @listType map
     * @listMapKey name
     */
    counts?: { name: string; count: Int32; note?: string }[];
    /**
     * @listType map
     * @listMapKey name
     */
    pools?: { name: string; size: string; spare?: boolean }[];
    mode?: "X";
    tier?: "low";
    level?: "a" | "b" | "c";
    replicas: Int32;
    note: string;
    provisioned?: boolean;
    weight?: Int32;
    enablePortSecurity?: boolean;
    machines?: { cpus: Int32; gpus?: Int32 }[];
    subnets?: string[];
    /** @minItems 1 */
    images: { id: string }[];
    host?: string;
    racks?: Record<string, { units: Int32 }>;
    labels?: Record<string, string>;
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.machines": { loses: "unmatched" },
    "spec.tags": { as: { mapToList: { key: "key", value: "value" } } },
    "spec.counts": { as: { mapToList: { key: "name", value: "count" } } },
    "spec.pools": { as: { mapToList: "name" } },
    "spec.mode": { as: { enum: { A: "X", B: "X" } }, loses: ["A"] },
    "spec.tier": { as: { enum: { gone: "low" } }, loses: ["gone"] },
    "spec.level": { as: { enum: {}, added: { c: "a" } } },
    "spec.size": { to: "spec.replicas", default: 1 },
    "spec.note": { default: "none" },
    "spec.ready": { to: "spec.provisioned" },
    "spec.provisioned": "removed",
    "spec.weight": { as: "width", bounds: "differ" },
    "spec.subnet": { to: "spec.subnets", as: "listOfOne" },
    "spec.image": { to: "spec.images", as: "listOfOne" },
    "spec.hosts": { to: "spec.host", as: "listOfOne" },
    "spec.racks": { as: { listToMap: "name" }, loses: "order" },
    "spec.labels": { as: { listToMap: { key: "key", value: "value" } }, loses: "repeated" },
    "spec.disablePortSecurity": { to: "spec.enablePortSecurity", as: "invert" },
    "spec.probe.script": "removed",
    "spec.hints.zone": "removed",
  },
  newer: { "spec.machines[].gpus": "added" },
});
