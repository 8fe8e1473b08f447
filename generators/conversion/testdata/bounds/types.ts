// Bounds that differ between the versions, each named by its rule: of fields without another rule, of one that moves, of objects whose fields have rules of their own, and of
// lists with keys in one version only. What the case "rejected-bounds" is told to add. And none where both versions accept the same, or nothing is lost: of an object that
// is never empty, of a field that one version requires and both fill, of strings of a format, and of objects with one of their fields.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Duration, Int, Int32, KubeObject, Resource } from "@capstan/kube";

/** One of three. */
export interface Image {
  id?: string;
  name?: string;
  url?: string;
}

/**
 * By name or by address.
 * @minProperties 1
 * @maxProperties 1
 */
export interface Host {
  name?: string;
  /** @format ipv4 */
  address?: string;
}

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    size?: Int32;
    /** @maxLength 200 */
    name?: string;
    /** @minLength 12 */
    host?: string;
    mode?: string | null;
    disks?: { id: string; kind?: string }[];
    network?: { cidr?: string };
    weight?: Int;
    rule?: string;
    /** @minProperties 1 */
    subnet?: {
      /** @format uuid */
      id?: string;
      ipVersion?: Int;
    };
    storage?: string;
    identity?: {
      /** @default "Secret" */
      type: "Secret" | "Identity";
      name: string;
    };
    /**
     * @minProperties 1
     * @maxProperties 1
     */
    image?: Image;
    /** @maxProperties 2 */
    place?: { zone: string; rack?: string; room?: string };
    /**
     * @minProperties 1
     * @maxProperties 2
     */
    labels?: Record<string, string>;
    hosts?: Host[];
    pause?: Duration;
    /** @pattern ^([0-9]+(\.[0-9]+)?[hms])+$ */
    grace?: Duration;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    /** @minimum 4 */
    size?: Int32;
    /** @maxLength 100 */
    displayName?: string;
    /** @minLength 10 */
    host?: string;
    mode?: string;
    /**
     * @listType map
     * @listMapKey id
     */
    disks?: { id: string; kind?: string; bus?: string }[];
    network: { cidr?: string };
    weight?: Int32;
    /** @cel self != "none" */
    rule?: string;
    /** @minProperties 1 */
    subnet?: {
      /** @format uuid */
      id?: string;
      ipVersion?: Int32;
      mtu?: Int32;
    };
    storage?: "Local" | "Volume";
    identity?: {
      /** @default "Secret" */
      type?: "Secret" | "Identity";
      name: string;
    };
    /**
     * @minProperties 1
     * @maxProperties 1
     */
    image?: Image;
    /** @maxProperties 2 */
    place?: { zone: string; rack?: string; room?: string };
    /**
     * @minProperties 1
     * @maxProperties 2
     */
    labels?: Record<string, string>;
    hosts?: Host[];
    /** @minimum 0 */
    pause?: Int32;
    /** @minimum 0 */
    grace?: Int32;
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.size": { bounds: "differ" },
    "spec.name": { to: "spec.displayName", bounds: "differ" },
    "spec.host": { bounds: "differ" },
    "spec.mode": { bounds: "differ" },
    "spec.disks": { bounds: "differ" },
    "spec.network": { bounds: "differ" },
    "spec.weight": { as: "width", bounds: "differ" },
    "spec.rule": { bounds: "differ" },
    "spec.subnet.ipVersion": { as: "width", bounds: "differ" },
    "spec.storage": { as: "unchanged", bounds: "differ" },
    "spec.identity.type": { as: "unchanged" },
    "spec.pause": { as: "seconds", bounds: "differ" },
    "spec.grace": { as: "seconds" },
  },
  newer: { "spec.disks[].bus": "added", "spec.subnet.mtu": "added" },
});
