// Fields without a rule at paths that rules use for other fields.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    name?: string;
    taken?: string;
    disk?: { kind?: string; size?: Int32 };
    host?: string;
    port?: Int32;
    endpoint?: string;
    image?: string;
  };
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    name?: string;
    taken?: string;
    disk?: { kind?: string; size?: Int32 };
    root?: { kind?: string; size?: Int32 };
    host?: string;
    port?: Int32;
    endpoint?: string;
    image?: { id?: string };
  };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: {
    "spec.name": { to: "spec.taken" },
    "spec.disk": { to: "spec.root" },
    "spec.image": { to: "spec.image.id" },
  },
  newer: { "spec.disk.size": "added", "spec.image": "added" },
  together: {
    endpoint: {
      older: { host: "spec.host", port: "spec.port" },
      newer: { endpoint: "spec.endpoint" },
      as: { forward: () => ({}), back: () => ({}) },
    },
  },
});
