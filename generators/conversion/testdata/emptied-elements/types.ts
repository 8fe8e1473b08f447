// Elements of lists without keys: both versions have an object in them, in which each has fields of its own, so it tells elements apart where it is empty.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

interface OlderPart {
  o?: { p?: { n?: Int32 } };
}
interface NewerPart {
  o?: { y?: string[] };
}

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec?: { l?: OlderPart[] } }
export interface NewerFoo extends KubeObject<"g.io/v2", "Foo"> { spec?: { l?: NewerPart[] } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export const NewerFoo: Resource<NewerFoo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, NewerFoo> = defineConversion({
  older: { "spec.l": { loses: "unmatched" }, "spec.l[].o.p": "removed" },
  newer: { "spec.l[].o.y": "added" },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec?: { l?: { a?: string; in?: OlderPart[] }[] } }
export interface NewerBar extends KubeObject<"g.io/v2", "Bar"> { spec?: { l?: { b?: string; in?: NewerPart[] }[] } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export const NewerBar: Resource<NewerBar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });

export const bar: Conversion<OlderBar, NewerBar> = defineConversion({
  older: {
    "spec.l": { loses: "unmatched" },
    "spec.l[].a": { to: "spec.l[].b" },
    "spec.l[].in[].o.p": "removed",
  },
  newer: { "spec.l[].in[].o.y": "added" },
});

interface Counted {
  /** @default 3 */
  n?: Int32;
}

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> { spec?: { l?: { o?: Counted }[] } }
export interface NewerBaz extends KubeObject<"g.io/v2", "Baz"> { spec?: { l?: NewerPart[] } }
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export const NewerBaz: Resource<NewerBaz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });

export const baz: Conversion<OlderBaz, NewerBaz> = defineConversion({
  older: { "spec.l": { loses: "unmatched" }, "spec.l[].o.n": "removed" },
  newer: { "spec.l[].o.y": "added" },
});
