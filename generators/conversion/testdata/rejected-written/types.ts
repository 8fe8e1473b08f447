// Rules that lack something: what their authors wrote stays in the rule that the help has.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Duration, Int32, Int64, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec: {
    paused: boolean;
    off: boolean;
    flags?: Record<string, boolean>;
    modes?: ("a" | "b")[];
    names?: string[];
    count?: Int64;
    on?: boolean;
    level: "low" | "high";
    wait: Duration;
    wide: Int64;
    limit?: Int64;
    words?: string;
    tags?: Record<string, string>;
    text?: boolean;
    kind?: "x" | "y";
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec: {
    active?: boolean;
    off?: boolean;
    switches?: Record<string, boolean>;
    kinds?: ("A" | "B")[];
    hosts?: string[];
    count: Int32;
    on: boolean;
    rank?: "Low" | "High";
    waitSeconds?: Int32;
    wide?: Int32;
    limit: Int32;
    words: string[];
    tags?: Record<string, string>;
    text?: "On" | "Off" | "Auto";
    kind: "X" | "Y";
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.paused": { to: "spec.active", as: "invert" },
    "spec.off": { as: "invert", bounds: "differ" },
    "spec.flags[*]": { to: "spec.switches[*]", as: "invert" },
    "spec.modes[]": { to: "spec.kinds[]", as: { enum: { a: "B", b: "A" } } },
    "spec.names[]": {
      to: "spec.hosts[]",
      as: { forward: (value: string): string => `${value}.`, back: (value: string): string => value.slice(0, -1) },
    },
    "spec.count": { as: "width", default: 5 },
    "spec.on": { as: "boolPresence", default: true },
    "spec.level": { to: "spec.rank", as: { enum: { low: "High", high: "Low" } } },
    "spec.wait": { to: "spec.waitSeconds", as: "seconds" },
    "spec.wide": { as: "width", bounds: "differ", default: 7 },
    "spec.limit": { as: "width", bounds: "differ" },
    "spec.words": {
      as: {
        forward: (value: string): string[] => value.split(","),
        back: (value: string[]): string => value.join(","),
      },
      loses: (value: string): boolean => value === "",
    },
    "spec.text": { as: "invert" } as unknown as { as: "invert" },
    "spec.kind": { as: { enum: { x: "Y", y: "X" } } },
  },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> {
  spec: { port?: Int32; list?: { name?: string }[]; wait?: Duration };
}
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });

export interface Bar extends KubeObject<"g.io/v2", "Bar"> {
  spec: { port: string; list?: { name?: string; zone: string }[]; wait: Int64; tier?: string };
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderBar, Bar> = defineConversion({
  hub: "older",
  older: { "spec.port": { as: "digits", default: "80" }, "spec.wait": { as: "seconds", default: 9 } },
  newer: { "spec.list[].zone": { keep: true, default: "a" }, "spec.tier": { keep: true, default: "gold" } },
});

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> {
  spec?: { list?: { name?: string; rack: string }[] };
}
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });

export interface Baz extends KubeObject<"g.io/v2", "Baz"> {
  spec?: { list?: { name?: string }[]; tier?: string };
}
export const Baz: Resource<Baz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });

export const baz: Conversion<OlderBaz, Baz> = defineConversion({
  older: { "spec.list[].rack": { keep: true, default: "a" } },
  newer: { "spec.tier": { keep: true, default: "gold" } },
});
