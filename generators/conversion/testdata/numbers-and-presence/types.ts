// Numbers as strings and quantities, booleans as objects and enums, each with the newer version as the hub, and with the older one. What the
// version that is not the hub loses is declared.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { EmptyObject, Int32, Int64, KubeObject, Quantity, Resource } from "@capstan/kube";

/** The values as strings, quantities and objects. */
interface Texts {
  port?: string;
  id?: string;
  memory?: Quantity;
  cpu?: Quantity;
  disk?: Quantity;
  backup?: { schedule?: string };
  audit?: EmptyObject;
  mode?: "Enabled" | "Disabled" | "Auto";
  level?: "low" | "high";
}
/** The same values as numbers and booleans. */
interface Numbers {
  port?: Int32;
  id?: Int64;
  memoryMiB?: Int32;
  cpuMillis?: Int64;
  diskBytes: Int64;
  backup?: boolean;
  audit: boolean;
  enabled?: boolean;
  level?: 1 | 2 | 3;
}

export interface OlderFoo extends KubeObject<"g.io/v1", "Foo"> {
  spec?: Texts;
}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Foo extends KubeObject<"g.io/v2", "Foo"> {
  spec?: Numbers;
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: {
    "spec.port": { as: "digits", loses: "inexact" },
    "spec.id": { as: "digits", loses: "inexact" },
    "spec.memory": { to: "spec.memoryMiB", as: { quantity: "Mi" }, loses: "inexact" },
    "spec.cpu": { to: "spec.cpuMillis", as: { quantity: "m" }, loses: "inexact" },
    "spec.disk": { to: "spec.diskBytes", as: { quantity: "" }, default: 1024, loses: "inexact" },
    "spec.backup": { as: "presence", loses: "inexact" },
    "spec.audit": { as: "presence" },
    "spec.mode": {
      to: "spec.enabled",
      as: { enum: { Enabled: true, Disabled: false, Auto: true } },
      loses: ["Auto"],
    },
    "spec.level": { as: { enum: { low: 1, high: 2 }, added: { 3: "high" } } },
  },
});

export interface OlderBar extends KubeObject<"g.io/v1", "Bar"> {
  spec?: Texts;
}
export const OlderBar: Resource<OlderBar> = defineResource({ apiVersion: "g.io/v1", kind: "Bar", storage: true });
export interface Bar extends KubeObject<"g.io/v2", "Bar"> {
  spec?: Numbers;
}
export const Bar: Resource<Bar> = defineResource({ apiVersion: "g.io/v2", kind: "Bar" });

export const bar: Conversion<OlderBar, Bar> = defineConversion({
  hub: "older",
  older: {
    "spec.port": { as: "digits" },
    "spec.id": { as: "digits" },
    "spec.memory": { to: "spec.memoryMiB", as: { quantity: "Mi" } },
    "spec.cpu": { to: "spec.cpuMillis", as: { quantity: "m" } },
    "spec.disk": { to: "spec.diskBytes", as: { quantity: "" }, default: 1024 },
    "spec.backup": { as: "presence" },
    "spec.audit": { as: "presence" },
    "spec.mode": { to: "spec.enabled", as: { enum: { Auto: true, Disabled: false, Enabled: true } }, loses: ["Auto"] },
    "spec.level": { as: { enum: { low: 1, high: 2 }, added: { 3: "high" } } },
  },
});

export interface OlderBaz extends KubeObject<"g.io/v1", "Baz"> {
  spec?: Numbers;
}
export const OlderBaz: Resource<OlderBaz> = defineResource({ apiVersion: "g.io/v1", kind: "Baz" });
export interface Baz extends KubeObject<"g.io/v2", "Baz"> {
  spec?: Omit<Texts, "disk"> & { disk: Quantity };
}
export const Baz: Resource<Baz> = defineResource({ apiVersion: "g.io/v2", kind: "Baz", storage: true });

/** The reverse: the newer version has the strings, quantities and objects. */
export const baz: Conversion<OlderBaz, Baz> = defineConversion({
  older: {
    "spec.port": { as: "digits" },
    "spec.id": { as: "digits" },
    "spec.memoryMiB": { to: "spec.memory", as: { quantity: "Mi" } },
    "spec.cpuMillis": { to: "spec.cpu", as: { quantity: "m" } },
    "spec.diskBytes": { to: "spec.disk", as: { quantity: "" } },
    "spec.backup": { as: "presence" },
    "spec.audit": { as: "presence" },
    "spec.enabled": { to: "spec.mode", as: { enum: { true: "Enabled", false: "Disabled" }, added: { Auto: true } } },
    "spec.level": { as: { enum: { 1: "low", 2: "high", 3: "high" } }, loses: [3] },
  },
});
