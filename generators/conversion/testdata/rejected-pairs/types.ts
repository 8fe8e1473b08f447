// Pairs that are no pairs, versions that nothing or two conversions lead to, and two hubs.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface Foo1 extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { a?: string };
}
export const Foo1: Resource<Foo1> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo2 extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { a?: string };
}
export const Foo2: Resource<Foo2> = defineResource({ apiVersion: "g.io/v2", kind: "Foo" });
export interface Foo3 extends KubeObject<"g.io/v3", "Foo"> {
  spec?: { a?: string };
}
export const Foo3: Resource<Foo3> = defineResource({ apiVersion: "g.io/v3", kind: "Foo", storage: true });

export const older: Conversion<Foo1, Foo2> = defineConversion({ older: {} });
export const newer: Conversion<Foo2, Foo3> = defineConversion({ older: {} });

export interface Bar extends KubeObject<"g.io/v1", "Bar"> {
  spec?: { a?: string };
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export const mixed: Conversion<Foo1, Bar> = defineConversion({ older: {} });

export interface Undefined extends KubeObject<"g.io/v2", "Bar"> {
  spec?: { a?: string };
}
export const half: Conversion<Bar, Undefined> = defineConversion({ older: {} });

export interface Lonely1 extends KubeObject<"g.io/v1", "Lonely"> {
  spec?: { a?: string };
}
export const Lonely1: Resource<Lonely1> = defineResource({ apiVersion: "g.io/v1", kind: "Lonely" });
export interface Lonely2 extends KubeObject<"g.io/v2", "Lonely"> {
  spec?: { a?: string };
}
export const Lonely2: Resource<Lonely2> = defineResource({ apiVersion: "g.io/v2", kind: "Lonely", storage: true });

export interface Twice1 extends KubeObject<"g.io/v1", "Twice"> {
  spec?: { a?: string };
}
export const Twice1: Resource<Twice1> = defineResource({ apiVersion: "g.io/v1", kind: "Twice" });
export interface Twice2 extends KubeObject<"g.io/v2", "Twice"> {
  spec?: { a?: string };
}
export const Twice2: Resource<Twice2> = defineResource({ apiVersion: "g.io/v2", kind: "Twice", storage: true });
export const once: Conversion<Twice1, Twice2> = defineConversion({ older: {} });
export const again: Conversion<Twice1, Twice2> = defineConversion({ older: {} });
export const itself: Conversion<Twice2, Twice2> = defineConversion({ older: {} });
