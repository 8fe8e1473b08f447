// What objects with one or two fields lose: kept values that equal their default, and parts of objects that the other version rejects when they are empty.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec?: { p?: { o?: { a: string; c?: string }; b?: string; f?: string } } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> { spec?: { p?: { c?: string; f?: string }; b?: string } }
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
/** A default in an object that comes by another field, which may be absent. */
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: { "spec.p.o.a": { keep: true, default: "p" }, "spec.p.o.c": { to: "spec.p.c" }, "spec.p.b": { to: "spec.b" } },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec?: { a?: string; o?: { a?: string; f?: string } } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export interface Bar extends KubeObject<"g.io/v2", "Bar"> {
  spec?: {
    /** @minProperties 1 */
    o?: { b?: string; f?: string };
  };
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });
/** Functions for a field in an object that may not be empty. */
export const bar: Conversion<OlderBar, Bar> = defineConversion({
  older: { "spec.o.a": "keep" },
  together: {
    a: {
      older: { x: "spec.a" },
      newer: { x: "spec.o.b" },
      as: {
        forward: ({ x }: { x?: string }): { x?: string } => (x === undefined ? {} : { x }),
        back: ({ x }: { x?: string }): { x?: string } => (x === undefined ? {} : { x }),
      },
    },
  },
});

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> {
  spec?: {
    /** @minProperties 1 */
    a?: { p?: Int32; in?: { z?: string }; f?: string };
  };
}
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export interface Baz extends KubeObject<"g.io/v2", "Baz"> { spec?: { a?: { in?: { p?: string }; f?: string } } }
export const Baz: Resource<Baz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });
/** A value of which the form makes none, deeper in such an object. */
export const baz: Conversion<OlderBaz, Baz> = defineConversion({
  older: { "spec.a.p": { to: "spec.a.in.p", as: "digits" }, "spec.a.in.z": "keep" },
});
