// Fields inside of lists and maps, a default, an addition, a list of the hub alone, a field of elements that the hub keeps, an object that
// may not be empty; the older version is the hub.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Quantity, Resource } from "@capstan/kube";

export interface OlderPool extends KubeObject<"g.io/v1", "IPPool"> {
  spec?: {
    same: string;
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; size?: Quantity; mounts?: { path: string; ro?: boolean }[] }[];
    sites?: Record<string, { cpu?: Int32 }>;
    limits?: {
      /**
       * @minimum 0
       * @maximum 2
       */
      cpu?: Int32;
      memory?: Int32;
    };
    /** @pattern (?i)[[:alpha:]]+\z */
    gone?: string;
    contacts?: string[];
    /** @items.pattern ^(?P<year>\d{4})\b */
    years?: string[];
  };
}
export const OlderPool: Resource<OlderPool> = defineResource({ apiVersion: "g.io/v1", kind: "IPPool", storage: true });

export interface Pool extends KubeObject<"g.io/v2", "IPPool"> {
  spec?: {
    same: string;
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; capacity?: Quantity; encrypted?: boolean; shelf?: string; mounts?: { path: string; readOnly?: boolean }[] }[];
    sites?: Record<string, { cpus?: Int32 }>;
    /** @items.pattern ^(?P<year>\d{4})\b */
    years?: string[];
    /** @minProperties 1 */
    limits?: {
      /**
       * @minimum 0
       * @maximum 2
       */
      cpus?: Int32;
      memory?: Int32;
    };
    tier?: "Standard" | "Premium";
  };
}
export const Pool: Resource<Pool> = defineResource({ apiVersion: "g.io/v2", kind: "IPPool" });

export const pool: Conversion<OlderPool, Pool> = defineConversion({
  hub: "older",
  older: {
    "spec.disks[].size": { to: "spec.disks[].capacity" },
    "spec.disks[].mounts[].ro": { to: "spec.disks[].mounts[].readOnly" },
    "spec.sites[*].cpu": { to: "spec.sites[*].cpus" },
    "spec.limits.cpu": { to: "spec.limits.cpus", as: "dropEmpty" },
    "spec.gone": "removed",
    "spec.contacts": "removed",
  },
  newer: { "spec.disks[].encrypted": "added", "spec.disks[].shelf": "keep", "spec.tier": { default: "Standard" } },
});
