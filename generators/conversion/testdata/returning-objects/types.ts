// Objects that are there again for a value that was kept in them, and the fields beside that value.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

// The hub requires a field with a default, beside a flag whose false the older version does not tell from none.
export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec?: { o?: { rl?: string; on?: boolean } } }
export interface NewerFoo extends KubeObject<"g.io/v2", "Foo"> { spec?: { n?: { rm: string; on?: boolean } } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export const NewerFoo: Resource<NewerFoo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, NewerFoo> = defineConversion({
  older: { "spec.o.rl": { to: "spec.n.rm", default: "k" }, "spec.o.on": { to: "spec.n.on", as: "boolPresence" } },
});

// A field that moves into the object leaves it there, when a client of the older version removes its own.
export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec?: { mv?: string; o?: { d?: string; x?: string } } }
export interface NewerBar extends KubeObject<"g.io/v2", "Bar"> { spec?: { o?: { e?: string; x?: string; mv?: string } } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export const NewerBar: Resource<NewerBar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderBar, NewerBar> = defineConversion({
  older: { "spec.mv": { to: "spec.o.mv" }, "spec.o.d": { to: "spec.o.e", default: "k" } },
});

// The older hub keeps a field of an object that it does not have itself.
export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> { spec?: { mv?: string; o?: { d?: string } } }
export interface NewerBaz extends KubeObject<"g.io/v2", "Baz"> { spec?: { o?: { d?: string; kd?: string; mv?: string } } }
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz", storage: true });
export const NewerBaz: Resource<NewerBaz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz" });

export const baz: Conversion<OlderBaz, NewerBaz> = defineConversion({
  hub: "older",
  older: { "spec.mv": { to: "spec.o.mv" }, "spec.o.d": { default: "k" } },
  newer: { "spec.o.kd": "keep" },
});

// A client of the newer version makes an object that the older hub did not have: the default that it reads there is none of the hub's.
export interface OlderQux extends KubeObject<"g.io/v1", "Qux"> { spec?: { mv?: string; o?: { d?: string; s?: string } } }
export interface NewerQux extends KubeObject<"g.io/v2", "Qux"> { spec?: { o?: { d: string; s?: string; mv?: string } } }
export const OlderQux: Resource<OlderQux> = defineResource({ apiVersion: "g.io/v1", kind: "Qux", storage: true });
export const NewerQux: Resource<NewerQux> = defineResource({ apiVersion: "g.io/v2", kind: "Qux" });

export const qux: Conversion<OlderQux, NewerQux> = defineConversion({
  hub: "older",
  older: { "spec.mv": { to: "spec.o.mv" }, "spec.o.d": { default: "k" } },
});

// The same in elements without keys, and with a field that the hub requires.
export interface OlderQuux extends KubeObject<"g.io/v1", "Quux"> {
  spec?: { l?: { name: string; mv?: string; o?: { d?: string; s?: string } }[]; mv?: string; o?: { d: string; s?: string } };
}
export interface NewerQuux extends KubeObject<"g.io/v2", "Quux"> {
  spec?: { l?: { name: string; o?: { d?: string; s?: string; mv?: string } }[]; o?: { d: string; s?: string; mv?: string } };
}
export const OlderQuux: Resource<OlderQuux> = defineResource({ apiVersion: "g.io/v1", kind: "Quux", storage: true });
export const NewerQuux: Resource<NewerQuux> = defineResource({ apiVersion: "g.io/v2", kind: "Quux" });

export const quux: Conversion<OlderQuux, NewerQuux> = defineConversion({
  hub: "older",
  older: {
    "spec.l[].mv": { to: "spec.l[].o.mv" },
    "spec.l[].o.d": { default: "k" },
    "spec.mv": { to: "spec.o.mv" },
    "spec.o.d": { default: "k" },
  },
});

/** @minProperties 1 */
interface OlderCount {
  a?: string;
  d?: string;
}

/** @minProperties 1 */
interface NewerCount {
  a?: string;
  d: string;
}

// Both versions require the object, and reject it when it is empty.
export interface OlderCorge extends KubeObject<"g.io/v1", "Corge"> { spec: { o: OlderCount } }
export interface NewerCorge extends KubeObject<"g.io/v2", "Corge"> { spec: { o: NewerCount } }
export const OlderCorge: Resource<OlderCorge> = defineResource({ apiVersion: "g.io/v1", kind: "Corge", storage: true });
export const NewerCorge: Resource<NewerCorge> = defineResource({ apiVersion: "g.io/v2", kind: "Corge" });

export const corge: Conversion<OlderCorge, NewerCorge> = defineConversion({
  hub: "older",
  older: { "spec.o.d": { default: "k" } },
});
