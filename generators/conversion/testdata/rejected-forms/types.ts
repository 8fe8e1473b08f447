// Forms that would lose values or give values that the other version rejects. Each message says what to add; the case "forms" adds it.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, Int64, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    tags?: Record<string, string>;
    sites?: Record<string, { name?: string }>;
    zones?: Record<string, { a?: string; b?: string }>;
    disks?: Record<string, { size?: string }>;
    pools?: Record<string, { size: string }>;
    mode?: "A" | "B";
    level?: "a" | "b";
    size?: Int32;
    count: Int32;
    ready?: boolean;
    provisioned?: boolean;
    note?: string;
    weight?: Int64;
    subnets?: string[];
    /** @minItems 1 */
    hosts?: string[];
    image: string;
    single?: string;
    racks?: { name: string; units?: Int32; note?: string }[];
    labels?: { key: string; value: string }[];
    rank?: "" | "a" | "b";
    grade?: "a" | "b" | "d";
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    tags?: { key: string; value?: string }[];
    sites?: { name: string }[];
    zones?: { name: string; a?: string }[];
    disks?: { name: string; size: string }[];
    pools?: { name: string; size: Int32 }[];
    mode?: "X";
    level?: "a" | "b" | "c";
    replicas: Int32;
    counted?: Int32;
    provisioned?: boolean;
    note: string;
    weight?: Int32;
    subnet?: string;
    host?: string;
    images: string[];
    singles?: Int32[];
    racks?: Record<string, { units?: Int32 }>;
    labels?: Record<string, string>;
    rank?: "a" | "b" | "c";
    grade?: "a" | "b";
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.tags": { as: { mapToList: "key" } },
    "spec.sites": { as: { mapToList: "name" } },
    "spec.zones": { as: { mapToList: "name" } },
    "spec.disks": { as: { mapToList: "name" } },
    "spec.pools": { as: { mapToList: "name" } },
    "spec.mode": { as: { enum: { A: "X", B: "X" } } },
    "spec.level": { as: { enum: {} } },
    "spec.size": { to: "spec.replicas" },
    "spec.count": { to: "spec.counted" },
    "spec.ready": { to: "spec.provisioned" },
    "spec.note": { as: "dropEmpty" },
    "spec.weight": { as: "dropEmpty" },
    "spec.subnets": { to: "spec.subnet", as: "listOfOne" },
    "spec.hosts": { to: "spec.host", as: "listOfOne" },
    "spec.image": { to: "spec.images", as: "listOfOne" },
    "spec.single": { to: "spec.singles", as: "listOfOne" },
    "spec.racks": { as: { listToMap: "name" } },
    "spec.labels": { as: { listToMap: "key" } },
    "spec.rank": { as: "dropEmpty" },
    "spec.grade": { as: "dropEmpty" },
  },
});
