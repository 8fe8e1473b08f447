// Objects that fields leave, and objects that move: what the helps say to write is proved in tools/fuzz.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { EmptyObject, Int32, KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec: { tuning: { level?: string }; size?: Int32 } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> { spec: { level?: string; size?: Int32 } }
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
/** A required object that only the older version has, without a field that is sure to come. */
export const foo: Conversion<OlderFoo, Foo> = defineConversion({ older: { "spec.tuning.level": { to: "spec.level" } } });

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec?: { a: { x: string; y?: Int32 } } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export interface Bar extends KubeObject<"g.io/v2", "Bar"> { spec?: { b: { x?: string; y: Int32 } } }
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });
/** A required object of the older version, by a field that becomes no value; the default of another field makes that of the newer one. */
export const bar: Conversion<OlderBar, Bar> = defineConversion({ hub: "older", older: { "spec.a.x": { to: "spec.b.x", as: "dropEmpty" }, "spec.a.y": { to: "spec.b.y", default: 0 } } });

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> { spec?: { a?: { x?: string; y?: string } } }
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export interface Baz extends KubeObject<"g.io/v2", "Baz"> { spec?: { b?: { x?: string; y?: string } } }
export const Baz: Resource<Baz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });
/** An object that moves as a whole, and a field of it. */
export const baz: Conversion<OlderBaz, Baz> = defineConversion({ older: { "spec.a": { to: "spec.b" }, "spec.a.x": { to: "spec.b.x", as: "dropEmpty" } } });

export interface OlderQux extends KubeObject<"g.io/v1", "Qux"> { spec?: { a?: { x: string } } }
export const OlderQux: Resource<OlderQux> = defineResource({ apiVersion: "g.io/v1", kind: "Qux" });
export interface Qux extends KubeObject<"g.io/v2", "Qux"> { spec?: { b?: { x?: string } } }
export const Qux: Resource<Qux> = defineResource({ apiVersion: "g.io/v2", kind: "Qux", storage: true });
/** A required field that takes the object that it is in along. */
export const qux: Conversion<OlderQux, Qux> = defineConversion({ older: { "spec.a.x": { to: "spec.b.x", as: "dropEmpty" } } });

export interface OlderQuux extends KubeObject<"g.io/v1", "Quux"> { spec: { phase: string; size?: Int32 }; status?: { z?: string } }
export const OlderQuux: Resource<OlderQuux> = defineResource({ apiVersion: "g.io/v1", kind: "Quux" });
export interface Quux extends KubeObject<"g.io/v2", "Quux"> { 
/** @minProperties 1 */
 spec: { size?: Int32 }; status?: { z?: string; phase?: string } }
export const Quux: Resource<Quux> = defineResource({ apiVersion: "g.io/v2", kind: "Quux", storage: true });
/** A required field that moves to the status, and an object that both versions require and one rejects when it is empty. */
export const quux: Conversion<OlderQuux, Quux> = defineConversion({ older: { "spec.phase": { to: "status.phase" } } });

export interface OlderWaldo extends KubeObject<"g.io/v1", "Waldo"> { spec?: { x: { b?: string } } }
export const OlderWaldo: Resource<OlderWaldo> = defineResource({ apiVersion: "g.io/v1", kind: "Waldo" });
export interface Waldo extends KubeObject<"g.io/v2", "Waldo"> { spec?: { x: EmptyObject; y?: string } }
export const Waldo: Resource<Waldo> = defineResource({ apiVersion: "g.io/v2", kind: "Waldo", storage: true });
/** An object that both versions require and that has no field in one of them. */
export const waldo: Conversion<OlderWaldo, Waldo> = defineConversion({ older: { "spec.x.b": { to: "spec.y" } } });

export interface OlderGarply extends KubeObject<"g.io/v1", "Garply"> {
  spec: { a: { on?: boolean; note?: string } };
}
export const OlderGarply: Resource<OlderGarply> = defineResource({ apiVersion: "g.io/v1", kind: "Garply" });

export interface Garply extends KubeObject<"g.io/v2", "Garply"> {
  spec: { b: { on?: boolean; note?: string } };
}
export const Garply: Resource<Garply> = defineResource({ apiVersion: "g.io/v2", kind: "Garply", storage: true });

// A rule for the whole object would move it and forget what the form of its field does.
export const garply: Conversion<OlderGarply, Garply> = defineConversion({
  older: { "spec.a.on": { to: "spec.b.on", as: "invert" }, "spec.a.note": { to: "spec.b.note" } },
});
