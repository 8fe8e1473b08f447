// Defaults of rules in objects that fields leave: a value that equals its default is kept, too, and an object goes only with a value that leaves it.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec?: { o?: { d?: string } } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> { spec?: { d?: string; o?: { b: string } } }
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
/** A required field of the hub, in an object that is there without the field that has left it. */
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: { "spec.o.d": { to: "spec.d" } },
  newer: { "spec.o.b": { default: "q" } },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec?: { p?: { a: string }; c?: string } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export interface Bar extends KubeObject<"g.io/v2", "Bar"> { spec?: { z?: string }; status?: { c?: string } }
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });
/** A kept field in an object that the older version has alone. */
export const bar: Conversion<OlderBar, Bar> = defineConversion({
  older: { "spec.p.a": { keep: true, default: "p" }, "spec.c": { to: "status.c" } },
  newer: { "spec.z": "added" },
});

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> {
  spec: {
    /** @default {} */
    o?: { x?: string };
  };
  status?: { a?: string };
}
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export interface Baz extends KubeObject<"g.io/v2", "Baz"> {
  spec: {
    /** @default {} */
    o?: { a?: string };
  };
}
export const Baz: Resource<Baz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });
/** An object that only loses what is kept, and is entered by a field of the status. */
export const baz: Conversion<OlderBaz, Baz> = defineConversion({
  older: { "status.a": { to: "spec.o.a" }, "spec.o.x": "keep" },
});

export interface OlderQux extends KubeObject<"g.io/v1", "Qux"> {
  spec?: {
    o?: {
      /** @pattern ^[a-z]{1,5}$ */
      host?: string;
      k?: string;
    };
    /** @pattern ^[0-9]{1,3}$ */
    port?: string;
  };
}
export const OlderQux: Resource<OlderQux> = defineResource({ apiVersion: "g.io/v1", kind: "Qux" });
export interface Qux extends KubeObject<"g.io/v2", "Qux"> {
  spec?: {
    /** @pattern ^([a-z]{1,5}:[0-9]{0,3}|:[0-9]{1,3})$ */
    end?: string;
    o?: { k?: string };
  };
}
export const Qux: Resource<Qux> = defineResource({ apiVersion: "g.io/v2", kind: "Qux", storage: true });
/** An object that is left by a value for functions. */
export const qux: Conversion<OlderQux, Qux> = defineConversion({
  older: {},
  together: {
    end: {
      older: { host: "spec.o.host", port: "spec.port" },
      newer: { end: "spec.end" },
      as: {
        forward: ({ host, port }: { host?: string; port?: string }) =>
          host === undefined && port === undefined ? {} : { end: `${host ?? ""}:${port ?? ""}` },
        back: ({ end = ":" }: { end?: string }) => {
          const [host = "", port = ""] = end.split(":");
          return { ...(host === "" ? {} : { host }), ...(port === "" ? {} : { port }) };
        },
      },
    },
  },
});

export interface OlderQuux extends KubeObject<"g.io/v1", "Quux"> { spec: { o: { f?: string; z?: string } } }
export const OlderQuux: Resource<OlderQuux> = defineResource({ apiVersion: "g.io/v1", kind: "Quux" });
export interface Quux extends KubeObject<"g.io/v2", "Quux"> { spec: { f?: string; o: { b: string; z?: string } } }
export const Quux: Resource<Quux> = defineResource({ apiVersion: "g.io/v2", kind: "Quux", storage: true });
/** A required object that a default fills, and that a part of an object lacks. */
export const quux: Conversion<OlderQuux, Quux> = defineConversion({
  older: { "spec.o.f": { to: "spec.f" } },
  newer: { "spec.o.b": { default: "x" } },
});

export interface OlderCorge extends KubeObject<"g.io/v1", "Corge"> { spec: { f?: string; o: { b: string; z?: string } } }
export const OlderCorge: Resource<OlderCorge> = defineResource({ apiVersion: "g.io/v1", kind: "Corge" });
export interface Corge extends KubeObject<"g.io/v2", "Corge"> { spec: { o: { f?: string; z?: string } } }
export const Corge: Resource<Corge> = defineResource({ apiVersion: "g.io/v2", kind: "Corge", storage: true });
/** The same of the older version, with a field that the hub keeps. */
export const corge: Conversion<OlderCorge, Corge> = defineConversion({
  older: { "spec.f": { to: "spec.o.f" }, "spec.o.b": { keep: true, default: "x" } },
});
