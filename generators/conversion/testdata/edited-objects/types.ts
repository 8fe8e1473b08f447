// What a client changes in one object, while functions keep values in another one: an object that the client removes, one that functions make again, and a new one with a default.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

interface Parts {
  first?: string;
  last?: string;
}
const split = {
  forward: ({ full }: { full?: string }): Parts => (full === undefined ? {} : { first: full.slice(0, 1), last: full.slice(1) }),
  back: ({ first, last }: Parts) => (first === undefined && last === undefined ? {} : { full: `${first ?? ""}${last ?? ""}` }),
};

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec?: { full?: string; b?: { z?: string } } }
export interface NewerFoo extends KubeObject<"g.io/v2", "Foo"> { spec?: { b?: { first?: string; z?: string }; d?: { last?: string } } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export const NewerFoo: Resource<NewerFoo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, NewerFoo> = defineConversion({
  older: {},
  together: { name: { older: { full: "spec.full" }, newer: { first: "spec.b.first", last: "spec.d.last" }, as: split } },
});

interface Place {
  x?: string;
  y?: Int32;
}

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec?: { a?: { x?: string }; b?: { y?: Int32; m?: string } } }
export interface NewerBar extends KubeObject<"g.io/v2", "Bar"> { spec?: { a?: { z?: string }; b?: { m?: string } } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar", storage: true });
export const NewerBar: Resource<NewerBar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar" });

export const bar: Conversion<OlderBar, NewerBar> = defineConversion({
  hub: "older",
  older: {},
  together: {
    place: {
      older: { x: "spec.a.x", y: "spec.b.y" },
      newer: { z: "spec.a.z" },
      as: {
        forward: ({ x = "", y = 0 }: Place) => (x === "" && y === 0 ? {} : { z: `${x}:${y}` }),
        back: ({ z }: { z?: string }): Place => {
          if (z === undefined) return {};
          const at = z.lastIndexOf(":");
          return at < 0 ? { x: z, y: 0 } : { x: z.slice(0, at), y: Number(z.slice(at + 1)) >> 0 };
        },
      },
      loses: ({ z }: { z?: string }) => {
        if (z === undefined) return false;
        const at = z.lastIndexOf(":");
        const number = z.slice(at + 1);
        return at < 0 || String(Number(number) >> 0) !== number || z === ":0";
      },
    },
  },
});

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> { spec?: { kept?: string; full?: string } }
export interface NewerBaz extends KubeObject<"g.io/v2", "Baz"> { spec?: { first?: string; n?: { kept: string; last?: string } } }
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export const NewerBaz: Resource<NewerBaz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });

export const baz: Conversion<OlderBaz, NewerBaz> = defineConversion({
  older: { "spec.kept": { to: "spec.n.kept", default: "A" } },
  together: { name: { older: { full: "spec.full" }, newer: { first: "spec.first", last: "spec.n.last" }, as: split } },
});

export interface OlderQux extends KubeObject<"g.io/v1", "Qux"> { spec?: { a?: { x?: "low" | "Low" }; b?: { y?: Int32; m?: string } } }
export interface NewerQux extends KubeObject<"g.io/v2", "Qux"> { spec?: { a?: { z?: "low" }; b?: { m?: string } } }
export const OlderQux: Resource<OlderQux> = defineResource({ apiVersion: "g.io/v1", kind: "Qux", storage: true });
export const NewerQux: Resource<NewerQux> = defineResource({ apiVersion: "g.io/v2", kind: "Qux" });

export const qux: Conversion<OlderQux, NewerQux> = defineConversion({
  hub: "older",
  older: {},
  together: {
    level: {
      older: { x: "spec.a.x", y: "spec.b.y" },
      newer: { z: "spec.a.z" },
      as: {
        forward: ({ x }: { x?: "low" | "Low"; y?: Int32 }): { z?: "low" } => (x === undefined ? {} : { z: "low" }),
        back: ({ z }: { z?: "low" }): { x?: "low" | "Low"; y?: Int32 } => (z === undefined ? {} : { x: z }),
      },
    },
  },
});

export interface OlderQuux extends KubeObject<"g.io/v1", "Quux"> { spec?: { w?: string; o?: { a?: string; p?: { b?: string } } } }
export interface NewerQuux extends KubeObject<"g.io/v2", "Quux"> { spec?: { o?: { a?: string; p?: { b?: string; w?: string } } } }
export const OlderQuux: Resource<OlderQuux> = defineResource({ apiVersion: "g.io/v1", kind: "Quux", storage: true });
export const NewerQuux: Resource<NewerQuux> = defineResource({ apiVersion: "g.io/v2", kind: "Quux" });

export const quux: Conversion<OlderQuux, NewerQuux> = defineConversion({
  hub: "older",
  older: { "spec.w": { to: "spec.o.p.w" }, "spec.o.a": { default: "d" }, "spec.o.p.b": { default: "e" } },
});

export interface OlderCorge extends KubeObject<"g.io/v1", "Corge"> { spec?: { a?: string; o?: { c?: string } } }
export interface NewerCorge extends KubeObject<"g.io/v2", "Corge"> {
  spec?: {
    o?: {
      /** @default "k" */
      a?: string | null;
      c?: string;
    };
  };
}
export const OlderCorge: Resource<OlderCorge> = defineResource({ apiVersion: "g.io/v1", kind: "Corge", storage: true });
export const NewerCorge: Resource<NewerCorge> = defineResource({ apiVersion: "g.io/v2", kind: "Corge" });

export const corge: Conversion<OlderCorge, NewerCorge> = defineConversion({
  hub: "older",
  older: { "spec.a": { to: "spec.o.a", default: "k", bounds: "differ" } },
});

export interface OlderGrault extends KubeObject<"g.io/v1", "Grault"> { spec?: { backup?: boolean; mode?: "fast" | "safe"; network?: { name?: string } } }
export interface NewerGrault extends KubeObject<"g.io/v2", "Grault"> {
  spec?: { network?: { name?: string; backup?: { schedule?: string }; mode?: "Fast" | "Safe" | "Fastest" } };
}
export const OlderGrault: Resource<OlderGrault> = defineResource({ apiVersion: "g.io/v1", kind: "Grault" });
export const NewerGrault: Resource<NewerGrault> = defineResource({ apiVersion: "g.io/v2", kind: "Grault", storage: true });

export const grault: Conversion<OlderGrault, NewerGrault> = defineConversion({
  older: {
    "spec.backup": { to: "spec.network.backup", as: "presence" },
    "spec.mode": { to: "spec.network.mode", as: { enum: { fast: "Fast", safe: "Safe" }, added: { Fastest: "fast" } } },
  },
});

export interface OlderGarply extends KubeObject<"g.io/v1", "Garply"> {
  spec?: {
    /** @minProperties 1 */
    disk?: { size: Int32; hint?: string };
    /** @minProperties 1 */
    net?: { mtu?: Int32; mode?: string };
  };
}
export interface NewerGarply extends KubeObject<"g.io/v2", "Garply"> {
  spec?: {
    /** @minProperties 1 */
    disk?: { size: Int32 };
    /** @minProperties 1 */
    net?: { mtu?: Int32 };
  };
}
export const OlderGarply: Resource<OlderGarply> = defineResource({ apiVersion: "g.io/v1", kind: "Garply" });
export const NewerGarply: Resource<NewerGarply> = defineResource({ apiVersion: "g.io/v2", kind: "Garply", storage: true });

export const garply: Conversion<OlderGarply, NewerGarply> = defineConversion({
  older: { "spec.disk.hint": "keep", "spec.net.mode": "keep" },
});

export interface OlderWaldo extends KubeObject<"g.io/v1", "Waldo"> { spec?: { h?: string } }
export interface NewerWaldo extends KubeObject<"g.io/v2", "Waldo"> { spec?: { o?: { y: "A" | "B"; f?: boolean; h?: string } } }
export const OlderWaldo: Resource<OlderWaldo> = defineResource({ apiVersion: "g.io/v1", kind: "Waldo" });
export const NewerWaldo: Resource<NewerWaldo> = defineResource({ apiVersion: "g.io/v2", kind: "Waldo", storage: true });

export const waldo: Conversion<OlderWaldo, NewerWaldo> = defineConversion({
  older: { "spec.h": { to: "spec.o.h" } },
  newer: { "spec.o.y": { default: "A" }, "spec.o.f": "added" },
});

// An object that has one of some fields: what is kept of one does not come back beside another that a client has set.
export interface OlderFred extends KubeObject<"g.io/v1", "Fred"> {
  spec?: {
    /** @atMostOneOf a b d */
    o?: { a?: boolean; b?: string; d?: string };
    /** @atMostOneOf a b */
    p?: { a?: string; b?: string };
  };
}
export interface NewerFred extends KubeObject<"g.io/v2", "Fred"> {
  spec?: {
    /** @atMostOneOf a b c d */
    o?: { a?: boolean; b?: string; c?: string; d?: { v?: string } };
    /** @atMostOneOf a b */
    p?: { a?: string; b?: string };
  };
}
export const OlderFred: Resource<OlderFred> = defineResource({ apiVersion: "g.io/v1", kind: "Fred" });
export const NewerFred: Resource<NewerFred> = defineResource({ apiVersion: "g.io/v2", kind: "Fred", storage: true });

export const fred: Conversion<OlderFred, NewerFred> = defineConversion({
  older: {
    "spec.o": { bounds: "differ" },
    "spec.o.a": { as: "boolPresence" },
    "spec.o.b": { default: "k" },
    "spec.o.d": { to: "spec.o.d.v" },
    "spec.p.a": { default: "k" },
  },
  newer: { "spec.o.c": "added" },
});
