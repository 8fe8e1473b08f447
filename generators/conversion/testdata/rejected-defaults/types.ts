// Defaults that only the newer version's schema has, and that rules with a form do not declare. Of those of which a form makes no older value, nothing is to be declared. And those in the place of values that forms drop, and those of fields that move to another object.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Duration, Int32, Int64, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    paused?: boolean;
    wait?: Duration;
    mode?: "a" | "b";
    weight?: Int64;
    ready?: boolean;
    tag?: string;
    backup?: { schedule?: string };
    port?: Int32;
    required: boolean;
    size?: string;
    on?: boolean;
    image?: string;
    tls?: boolean;
    /** @default "eu" */
    region?: string;
    /** @default "a" */
    zone?: string;
    place?: { name?: string };
  };
  status?: {
    disk?: {
      /** @default "ssd" */
      kind?: string;
    };
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    /** @default false */
    active?: boolean;
    /** @default 30 */
    waitSeconds?: Int32;
    /** @default "A" */
    mode?: "A" | "B";
    /** @default 1 */
    weight?: Int32;
    /** @default false */
    ready?: boolean;
    /** @default [] */
    tags?: string[];
    /** @default false */
    backup?: boolean;
    /** @default "http" */
    port?: string;
    /** @default false */
    required?: boolean;
    /** @default 3 */
    size?: Int32;
    /** @default true */
    on?: boolean;
    /**
     * @default "latest"
     * @minLength 1
     */
    image?: string;
    /** @default {} */
    tls?: { name?: string };
    place?: {
      name?: string;
      region?: string;
      /** @default "a" */
      zone?: string;
    };
  };
  status?: {
    storage?: {
      /** @default "ssd" */
      kind?: string;
    };
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.paused": { to: "spec.active", as: "invert" },
    "spec.wait": { to: "spec.waitSeconds", as: "seconds" },
    "spec.mode": { as: { enum: { a: "A", b: "B" } } },
    "spec.weight": { as: "width", bounds: "differ" },
    "spec.ready": { as: "boolPresence" },
    "spec.tag": { to: "spec.tags", as: "listOfOne" },
    "spec.backup": { as: "presence", loses: "inexact" },
    "spec.port": { as: "digits" },
    "spec.required": { as: "invert" },
    "spec.on": { as: "boolPresence" },
    "spec.image": { as: "dropEmpty" },
    "spec.tls": { as: "presence" },
    "spec.region": { to: "spec.place.region" },
    "spec.zone": { to: "spec.place.zone" },
    "status.disk.kind": { to: "status.storage.kind" },
    "spec.size": {
      as: {
        forward: (value: string) => value.length as Int32,
        back: (value: Int32) => "x".repeat(Math.min(9, Math.max(value, 0))),
      },
      loses: (value: string) => !/^x{0,9}$/.test(value),
    },
  },
});
