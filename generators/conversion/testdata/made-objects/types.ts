// Objects that are there, or not, by what is converted: by a default, by a field that another version has elsewhere, or by a flag that is the same as none.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

// A client of the newer version makes an object that the older hub did not have: what the hub requires in it is there.
export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec?: { o?: { b: boolean; p?: { a: boolean } } } }
export interface NewerFoo extends KubeObject<"g.io/v2", "Foo"> { spec?: { o?: { b?: boolean }; n: { a0: boolean } } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo", storage: true });
export const NewerFoo: Resource<NewerFoo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo" });

export const foo: Conversion<OlderFoo, NewerFoo> = defineConversion({
  hub: "older",
  older: { "spec.o.p.a": { to: "spec.n.a0", default: false }, "spec.o.b": { as: "boolPresence" } },
});

/** @minProperties 1 */
interface Least {
  y?: Int32;
  m?: string;
}

// The older version has the object for a field that the hub has elsewhere, and rejects it when it is empty.
export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec: { b?: Least } }
export interface NewerBar extends KubeObject<"g.io/v2", "Bar"> { spec: { b?: { m?: string; k?: string }; y?: Int32 } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export const NewerBar: Resource<NewerBar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderBar, NewerBar> = defineConversion({
  older: { "spec.b.y": { to: "spec.y" } },
  newer: { "spec.b.k": "added" },
});

// The newer version always has the field that the older hub has in the object.
export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> { spec: { o?: { f: string; m?: string } } }
export interface NewerBaz extends KubeObject<"g.io/v2", "Baz"> { spec: { f: string; o?: { m: string } } }
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz", storage: true });
export const NewerBaz: Resource<NewerBaz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz" });

export const baz: Conversion<OlderBaz, NewerBaz> = defineConversion({
  hub: "older",
  older: { "spec.o.f": { to: "spec.f", default: "" }, "spec.o.m": { default: "x" } },
});

// A flag leaves the spec, and a client removes the object around its other place.
export interface OlderQux extends KubeObject<"g.io/v1", "Qux"> { spec?: { b: boolean }; status?: { z?: string } }
export interface NewerQux extends KubeObject<"g.io/v2", "Qux"> { spec?: { c?: string }; status?: { z?: string; b?: boolean } }
export const OlderQux: Resource<OlderQux> = defineResource({ apiVersion: "g.io/v1", kind: "Qux" });
export const NewerQux: Resource<NewerQux> = defineResource({ apiVersion: "g.io/v2", kind: "Qux", storage: true });

export const qux: Conversion<OlderQux, NewerQux> = defineConversion({
  older: { "spec.b": { to: "status.b", as: "boolPresence" } },
  newer: { "spec.c": "added" },
});
