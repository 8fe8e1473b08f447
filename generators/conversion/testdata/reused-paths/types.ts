// Paths that hold different fields in the two versions: a field moves away and another one is new there, two fields change places, a group
// reads a path that the newer version uses for something else, an object is new where another one was, a field leaves an object that stays, and a value and an object are at one path.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    name?: string;
    left?: string;
    right?: string;
    size?: Int32;
    /** @pattern ^[a-z]{1,9}$ */
    host?: string;
    /**
     * @minimum 1
     * @maximum 65535
     */
    port?: Int32;
    /**
     * @listType map
     * @listMapKey id
     */
    disks?: { id: string; kind?: string }[];
    placement?: { zone?: string };
    network?: { cidr?: string; mode?: string };
    image?: string;
    key?: { name?: string };
  };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    name?: string;
    displayName?: string;
    left?: string;
    right?: string;
    size: Int32;
    replicas?: Int32;
    host?: string;
    endpoint?: string;
    /**
     * @listType map
     * @listMapKey id
     */
    disks?: { id: string; kind?: string; bus?: string }[];
    placement?: { zone?: string };
    location?: { zone?: string };
    network?: { mode?: string; zone?: string };
    pods?: { cidr?: string };
    image?: { id?: string; tag?: string };
    key?: string;
  };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: {
    "spec.name": { to: "spec.displayName" },
    "spec.left": { to: "spec.right" },
    "spec.right": { to: "spec.left" },
    "spec.size": { to: "spec.replicas" },
    "spec.placement": { to: "spec.location" },
    "spec.network.cidr": { to: "spec.pods.cidr" },
    "spec.image": { to: "spec.image.id" },
    "spec.key.name": { to: "spec.key" },
    "spec.disks[].kind": { to: "spec.disks[].bus" },
  },
  newer: {
    "spec.name": "added",
    "spec.size": { default: 3 },
    "spec.host": "added",
    "spec.placement": "added",
    "spec.network.zone": "added",
    "spec.image.tag": "added",
    "spec.disks[].kind": "added",
  },
  together: {
    endpoint: {
      older: { host: "spec.host", port: "spec.port" },
      newer: { endpoint: "spec.endpoint" },
      as: {
        forward: ({ host, port }: { host?: string; port?: Int32 }) =>
          host === undefined && port === undefined ? {} : { endpoint: `${host ?? ""}:${port ?? ""}` },
        back: ({ endpoint }: { endpoint?: string }) => partsOf(endpoint),
      },
    },
  },
});

function partsOf(endpoint: string = ""): { host?: string; port?: Int32 } {
  const [, host = "", port = ""] = /^([a-z]{0,9}):([1-9][0-9]{0,4}|)$/.exec(endpoint) ?? [];
  return Number(port) > 65535 ? {} : { ...(host === "" ? {} : { host }), ...(port === "" ? {} : { port: Number(port) }) };
}
