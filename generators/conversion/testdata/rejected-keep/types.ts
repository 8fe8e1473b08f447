// Fields that cannot be kept, or need not be.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { gone?: string; needed: string; list?: { a?: string; b?: string }[] };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { more?: string; list?: { a?: string }[] };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: { "spec.gone": "keep", "spec.needed": "keep", "spec.list[].b": "keep" },
  newer: { "spec.more": "keep" },
});
