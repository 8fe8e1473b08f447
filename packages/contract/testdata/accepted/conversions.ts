// Conversions that must compile: Cluster API's Machine, and the corners where naive types go wrong.
import type { Int32, JSONObject, KubeObject, Quantity } from "@capstan/kube";
import { defineConversion, type Conversion, type FunctionContext } from "@capstan/contract/conversion";
import type { NewerMachine, OlderMachine } from "../machines.ts";

export const machine: Conversion<OlderMachine, NewerMachine> = defineConversion({
  older: {
    "spec.bootstrap.configRef": { as: "reference" },
    "spec.infrastructureRef": { as: "reference" },
    "spec.nodeDrainTimeout": { to: "spec.deletion.nodeDrainTimeoutSeconds", as: "seconds" },
    "spec.nodeVolumeDetachTimeout": { to: "spec.deletion.nodeVolumeDetachTimeoutSeconds", as: "seconds" },
    "spec.nodeDeletionTimeout": { to: "spec.deletion.nodeDeletionTimeoutSeconds", as: "seconds" },
    "status.nodeRef": { as: { reference: { apiVersion: "v1", kind: "Node" } } },
    "status.phase": { as: "dropEmpty" },
    "status.bootstrapReady": { to: "status.initialization.bootstrapDataSecretCreated", as: "boolPresence" },
    "status.infrastructureReady": { to: "status.initialization.infrastructureProvisioned", as: "boolPresence" },
    "status.failureReason": { to: "status.deprecated.v1beta1.failureReason" },
    "status.failureMessage": { to: "status.deprecated.v1beta1.failureMessage" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions" },
    "status.v1beta2.conditions": { to: "status.conditions" },
  },
  newer: { "spec.minReadySeconds": "added", "status.failureDomain": "added" },
});

interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    same?: { a: string; deep?: { b?: Int32 } };
    open?: JSONObject;
    disks?: { name: string; size?: Int32 }[];
    sites?: Record<string, { cpu?: Int32 }>;
    gone?: string;
    choice?: { kind: "a"; a: string } | { kind: "b"; b: string };
  };
}
interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    same?: { a: string; deep?: { b?: Int32 } };
    open?: JSONObject;
    disks?: { name: string; sizeGiB?: Int32; encrypted?: boolean }[];
    sites?: Record<string, { cpus?: Int32 }>;
    choice?: { kind: "a"; a: string } | { kind: "b"; b: string };
    tier?: "Standard" | "Premium";
  };
}
/** Fields inside of lists and maps, a default, and the older version as the hub. */
export const inside: Conversion<Older, Newer> = defineConversion({
  hub: "older",
  older: {
    "spec.disks[].size": { to: "spec.disks[].sizeGiB" },
    "spec.sites[*].cpu": { to: "spec.sites[*].cpus" },
    "spec.gone": "removed",
  },
  newer: { "spec.disks[].encrypted": "keep", "spec.tier": { default: "Standard" } },
});

/** Recursive types, which no CRD can have, must not hang the compiler. */
interface Tree {
  left?: Tree;
  value?: string;
}
interface OtherTree {
  left?: OtherTree;
  value?: string;
}
interface OlderTree extends KubeObject<"g.io/v1", "Tree"> {
  spec?: { tree?: Tree; plain?: string };
}
interface NewerTree extends KubeObject<"g.io/v2", "Tree"> {
  spec?: { tree?: OtherTree; plain?: string };
}
export const tree: Conversion<OlderTree, NewerTree> = defineConversion({ older: {} });

interface OlderValues extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { size?: Int32; mode?: string; tags?: string[]; port: string; disks?: { kind?: string }[]; depth?: Int32 };
}
interface NewerValues extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { size?: string; kind?: "A" | "B"; tags?: { name: string }[]; ports: Int32; disks?: { kind?: Int32 }[]; depth?: Int32 };
}
const depth = { forward: (value: Int32): Int32 => 10 - value, back: (value: Int32): Int32 => 10 - value };
/** Functions of the author's own: their parameters have types, and their results are compared with the fields. */
export const functions: Conversion<OlderValues, NewerValues> = defineConversion({
  older: {
    "spec.size": { as: { forward: (value: Int32) => `${value}`, back: (value: string) => Number(value) }, loses: [0] },
    "spec.mode": {
      to: "spec.kind",
      as: { forward: (value: string) => (value === "a" ? "A" : undefined), back: (value: "A" | "B") => value.toLowerCase() },
      loses: (value: string) => value !== "a" && value !== "b",
    },
    "spec.tags": {
      as: {
        forward: (value: readonly string[]) => value.map((name) => ({ name })),
        back: (value: readonly { name: string }[], { kind, older, newer, direction }: FunctionContext) =>
          value.map(({ name }) => `${name}${kind}${older}${newer}${direction}`),
      },
    },
    "spec.port": { to: "spec.ports", as: { forward: Number, back: String }, bounds: "differ" },
    "spec.disks": { loses: "unmatched" },
    "spec.disks[].kind": { as: { forward: (value: string) => value.length, back: (value: Int32) => "x".repeat(value) } },
    "spec.depth": { as: depth },
  },
});

interface OlderAddress extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { host?: string; port?: Int32; name: string; disks?: { size?: Int32; unit?: string }[] };
  status?: { ready?: boolean; conditions?: { type: string; status: string }[] };
}
interface NewerAddress extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { endpoint?: string; first: string; last?: string; disks?: { bytes?: Int32 }[] };
  status?: { conditions?: { type: string; status: string }[] };
}
type Conditions = readonly { type: string; status: string }[];
/** Several fields together: merged, split, in elements of a list, and one that follows from another. */
export const together: Conversion<OlderAddress, NewerAddress> = defineConversion({
  older: {},
  together: {
    endpoint: {
      older: { host: "spec.host", port: "spec.port" },
      newer: { endpoint: "spec.endpoint" },
      as: {
        forward: ({ host = "", port = 0 }: { host?: string; port?: Int32 }) => ({ endpoint: `${host}:${port}` }),
        back: ({ endpoint }: { endpoint?: string }) => ({ host: endpoint?.split(":")[0] }),
      },
      loses: ({ host }: { host?: string }) => host === "",
      bounds: "differ",
    },
    name: {
      older: { name: "spec.name" },
      newer: { first: "spec.first", last: "spec.last" },
      as: {
        forward: ({ name = "" }: { name?: string }) => ({ first: name, last: undefined }),
        back: ({ first = "", last = "" }: { first?: string; last?: string }) => ({ name: `${first} ${last}` }),
      },
    },
    size: {
      older: { size: "spec.disks[].size", unit: "spec.disks[].unit" },
      newer: { bytes: "spec.disks[].bytes" },
      as: { forward: ({ size }: { size?: Int32 }) => ({ bytes: size }), back: ({ bytes }: { bytes?: Int32 }) => ({ size: bytes }) },
    },
    ready: {
      older: { ready: "status.ready", conditions: "status.conditions" },
      newer: { conditions: "status.conditions" },
      as: {
        forward: ({ conditions }: { conditions?: Conditions }) => ({ conditions: conditions?.map((one) => ({ ...one })) }),
        back: ({ conditions }: { conditions?: Conditions }) => ({
          ready: conditions?.some(({ type }) => type === "Ready"),
          conditions: conditions?.map((one) => ({ ...one })),
        }),
      },
    },
  },
});

interface OlderFlag extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { on?: boolean; host?: string; port?: Int32 };
}
interface NewerFlag extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { mode?: string; endpoint?: string };
}
/** With the older version as the hub, clients of the newer one lose values: functions of losses are about those. */
export const lossesOfNewer: Conversion<OlderFlag, NewerFlag> = defineConversion({
  hub: "older",
  older: {
    "spec.on": {
      to: "spec.mode",
      as: { forward: (value: boolean) => `${value}`, back: (value: string) => value === "true" },
      loses: (value: string) => value !== "true" && value !== "false",
    },
  },
  together: {
    endpoint: {
      older: { host: "spec.host", port: "spec.port" },
      newer: { endpoint: "spec.endpoint" },
      as: {
        forward: ({ host = "" }: { host?: string; port?: Int32 }) => ({ endpoint: host }),
        back: ({ endpoint }: { endpoint?: string }) => ({ host: endpoint }),
      },
      loses: ({ endpoint }: { endpoint?: string }) => endpoint === "",
    },
  },
});

interface OlderTexts extends KubeObject<"g.io/v1", "Foo"> {
  spec?: { memory?: Quantity; port?: string; backup?: boolean; enabled?: boolean; level?: "low" | "high" };
}
interface NewerTexts extends KubeObject<"g.io/v2", "Foo"> {
  spec?: { memoryMiB?: Int32; port?: Int32; backup?: { size?: Int32 }; mode?: "On" | "Off"; level?: 1 | 2 };
}
/** Numbers as strings and quantities, booleans as objects and enums. */
export const strings: Conversion<OlderTexts, NewerTexts> = defineConversion({
  older: {
    "spec.memory": { to: "spec.memoryMiB", as: { quantity: "Mi" }, loses: "inexact" },
    "spec.port": { as: "digits", loses: "inexact" },
    "spec.backup": { as: "presence" },
    "spec.enabled": { to: "spec.mode", as: { enum: { true: "On", false: "Off" } } },
    "spec.level": { as: { enum: { low: 1, high: 2 } } },
  },
});
