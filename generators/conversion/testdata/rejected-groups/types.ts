// Groups of fields that are none, name what is not there, or name a field twice.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { host?: string; port?: Int32; a?: string; list?: { b?: string }[]; size?: Int32 };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { endpoint?: string; c?: string; list?: { d?: string }[] };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

const as = { forward: () => ({}), back: () => ({}) };

export const foo: Conversion<Older, Newer> = defineConversion({
  older: { "spec.host": "removed" },
  together: {
    odd: { older: { a: "spec.a" } },
    empty: { older: {}, newer: { c: "spec.c" }, as },
    listed: { older: { a: "spec.a" }, newer: { c: "spec.c" }, as, loses: ["a"] },
    unnamed: { older: { a: "spec.a" }, newer: { c: "spec.c" }, as, examples: [{ b: "x" }] },
    unlisted: { older: { a: "spec.a" }, newer: { c: "spec.c" }, as, examplesOfNewer: { c: "x" } },
    misspelt: { older: { port: "spec.prt" }, newer: { endpoint: "spec.endpint" }, as },
    twice: { older: { host: "spec.host", a: "spec.a" }, newer: { endpoint: "spec.endpoint" }, as },
    again: { older: { port: "spec.port" }, newer: { endpoint: "spec.endpoint" }, as },
    across: { older: { b: "spec.list[].b" }, newer: { c: "spec.c", d: "spec.list[].d" }, as },
  },
});
