// Objects that one version has alone, and that need a field which the other version has elsewhere.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineInfraMachine, defineResource, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> { spec: { name?: string; zone?: string; disk?: { size: string; type?: string } } }
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> { spec: { host: { name: string }; place?: { zone: string; rack?: string }; size?: string } }
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
/** A required one with a default, one that is there by its field, and one of the older version with a field that is kept. */
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: {
    "spec.name": { to: "spec.host.name", default: "none" },
    "spec.zone": { to: "spec.place.zone" },
    "spec.disk.size": { to: "spec.size" },
    "spec.disk.type": "keep",
  },
  newer: { "spec.place.rack": "added" },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> { spec?: { a: string; b?: boolean }; status?: { x?: string; z?: string } }
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar" });
export interface Bar extends KubeObject<"g.io/v2", "Bar"> { spec?: { name: string; b?: boolean; n: { x: string } }; status?: { z?: string } }
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar", storage: true });
/** Objects of an older hub that defaults make on the way back. */
export const bar: Conversion<OlderBar, Bar> = defineConversion({
  hub: "older",
  older: { "spec.a": { to: "spec.name", default: "none" }, "status.x": { to: "spec.n.x", default: "none" } },
});

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> { spec?: { a?: string; c?: string }; status?: { b?: string } }
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export interface Baz extends KubeObject<"g.io/v2", "Baz"> { spec?: { c?: string }; status?: { b?: string; count: string } }
export const Baz: Resource<Baz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });
/** A default that is in an object which its absence would leave empty. */
export const baz: Conversion<OlderBaz, Baz> = defineConversion({
  hub: "older",
  older: { "spec.a": { to: "status.count", default: "none" } },
});

export interface OlderQuxMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "QuxMachine"> { spec?: { providerID?: string; a?: { y?: string; h?: string } }; status?: { ready?: boolean } }
export const OlderQuxMachine: Resource<OlderQuxMachine> = defineInfraMachine({ apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1", kind: "QuxMachine", contracts: ["v1beta1"] });
export type OlderQuxMachineTemplate = TemplateOf<OlderQuxMachine, "providerID">;
export const OlderQuxMachineTemplate: Resource<OlderQuxMachineTemplate> = defineTemplate(OlderQuxMachine, { omit: ["providerID"] });
export interface QuxMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta2", "QuxMachine"> { spec?: { providerID?: string; a?: { y?: string; o: { x: string }; p?: { h: string; r?: string } } }; status?: { ready?: boolean } }
export const QuxMachine: Resource<QuxMachine> = defineInfraMachine({ apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "QuxMachine", contracts: ["v1beta1"], storage: true });
export type QuxMachineTemplate = TemplateOf<QuxMachine, "providerID">;
export const QuxMachineTemplate: Resource<QuxMachineTemplate> = defineTemplate(QuxMachine, { omit: ["providerID"] });
/** Such objects in a template as well: one is there by a default, the other by its field. */
export const qux: Conversion<OlderQuxMachine, QuxMachine> = defineConversion({
  older: { "spec.a.h": { to: "spec.a.p.h" } },
  newer: { "spec.a.o.x": { default: "none" }, "spec.a.p.r": "added" },
});
