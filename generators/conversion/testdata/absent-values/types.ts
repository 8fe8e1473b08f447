// What is absent: beside a default that only the schema of the older version has, of fields alike in both, renamed, in another form, in elements, and in an object that
// the newer version rejects when it is empty; an empty object that stands alone; and values that are null instead. One with a default in both versions is as others.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

interface OlderNet {
  /** @default true */
  open?: boolean;
  label?: string;
}

/** @minProperties 1 */
interface NewerNet {
  open?: boolean;
  name?: string;
}

export interface OlderPool extends KubeObject<"g.io/v1", "Pool"> {
  spec: {
    /** @default "hard" */
    mode?: "hard" | "soft";
    /** @default 3 */
    size?: Int32;
    /** @default true */
    backup?: boolean;
    /** @default 1 */
    weight?: Int32;
    image: {
      /** @default "latest" */
      tag?: string;
      name: string;
    };
    disks?: {
      /** @default "ssd" */
      kind?: "ssd" | "hdd";
      size: Int32;
      name?: string | null;
    }[];
    net: OlderNet;
    backNet: OlderNet;
    testNet: OlderNet;
  };
  status?: { phase?: string };
}
export const OlderPool: Resource<OlderPool> = defineResource({ apiVersion: "g.io/v1", kind: "Pool" });

export interface NewerPool extends KubeObject<"g.io/v2", "Pool"> {
  spec: {
    mode?: "hard" | "soft";
    replicas?: Int32;
    noBackup?: boolean;
    /** @default 2 */
    weight?: Int32;
    note?: string | null;
    /** @minProperties 1 */
    image?: { tag?: string; name: string };
    disks?: { kind?: "ssd" | "hdd"; size: Int32; label?: string | null; tag?: string | null }[];
    net: NewerNet;
    backNet: NewerNet;
    testNet: NewerNet;
  };
  /** @minProperties 1 */
  status?: { old?: { phase?: string } };
}
export const NewerPool: Resource<NewerPool> = defineResource({ apiVersion: "g.io/v2", kind: "Pool", storage: true });

export const pool: Conversion<OlderPool, NewerPool> = defineConversion({
  older: {
    "spec.disks": { loses: "unmatched" },
    "spec.size": { to: "spec.replicas" },
    "spec.backup": { to: "spec.noBackup", as: "invert" },
    "spec.image": { bounds: "differ" },
    "spec.net.label": { to: "spec.net.name" },
    "spec.backNet.label": { to: "spec.backNet.name" },
    "spec.testNet.label": { to: "spec.testNet.name" },
    "spec.disks[].name": { to: "spec.disks[].label" },
    "status.phase": { to: "status.old.phase" },
  },
  newer: { "spec.note": "added", "spec.disks[].tag": { default: "none" } },
});
