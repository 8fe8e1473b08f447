// Nulls that only the hub has: of a field, of one that is renamed, of the values of a map, and of a field for which the other version has a default. And one
// that only the other version has, of a field that the hub has in another object.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface OlderPool extends KubeObject<"g.io/v1", "Pool"> {
  spec: {
    note?: string;
    label?: string;
    /** @default "soft" */
    mode?: string;
    weights?: Record<string, string>;
    class?: string | null;
    disk?: { size?: string };
  };
}
export const OlderPool: Resource<OlderPool> = defineResource({ apiVersion: "g.io/v1", kind: "Pool" });

export interface NewerPool extends KubeObject<"g.io/v2", "Pool"> {
  spec: {
    note?: string | null;
    title?: string | null;
    /** @default "soft" */
    mode?: string | null;
    weights?: Record<string, string | null>;
    disk?: { class?: string; size?: string };
  };
}
export const NewerPool: Resource<NewerPool> = defineResource({ apiVersion: "g.io/v2", kind: "Pool", storage: true });

export const pool: Conversion<OlderPool, NewerPool> = defineConversion({
  older: {
    "spec.note": { bounds: "differ" },
    "spec.label": { to: "spec.title", bounds: "differ" },
    "spec.mode": { bounds: "differ" },
    "spec.weights": { bounds: "differ" },
    "spec.class": { to: "spec.disk.class", bounds: "differ" },
  },
});
