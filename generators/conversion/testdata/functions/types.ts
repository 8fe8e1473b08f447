// Functions of the author's own: what no form says. They stand in the rule, beside it, and in another file.
import { defineConversion, type Conversion, type FunctionContext } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Quantity, Resource } from "@capstan/kube";
import { namesOf, namesToTags } from "./tags.ts";

export interface Older extends KubeObject<"g.io/v1", "Foo"> {
  spec?: {
    /** @minimum 0 */
    memoryMiB?: Int32;
    /** @pattern ^[1-9][0-9]{0,3}$ */
    port?: string;
    subnet?: string;
    tags?: string[];
    zones?: { name: string; cpus: Int32 }[];
    spot?: boolean;
    state?: "" | "ACTIVE" | "BUILD" | "ERROR";
    /**
     * @minimum 0
     * @maximum 1000
     */
    depth: Int32;
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; kind?: "ssd" | "hdd" }[];
    sizes?: Record<
      string,
      {
        label?: string;
        /** @maxLength 12 */
        name?: string;
      }
    >;
    mode?: "a" | "b" | "c";
    class?: string;
  };
}
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });

export interface Newer extends KubeObject<"g.io/v2", "Foo"> {
  spec?: {
    memory?: Quantity;
    port?: Int32;
    subnets?: string[];
    /**
     * @listType map
     * @listMapKey name
     */
    tags?: { name: string; origin?: string }[];
    zones?: Record<string, { cpus: Int32 }>;
    provisioning?: "Spot" | "Standard";
    state?: "Active" | "Building" | "Failed";
    /**
     * @minimum 0
     * @maximum 1000
     */
    depth: Int32;
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; media?: { rotating: boolean } }[];
    sizes?: Record<string, { labels?: string[]; name?: string }>;
    mode?: "X" | "Y";
    class?: string;
  };
}
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });

/** Text such as "64Mi" in MiB. A Quantity may also be a number of bytes, and may say more than whole MiB; that is kept for the hub. */
function mebibytes(value: Quantity): Int32 {
  const found = /^([0-9]+)(Mi|Gi)$/.exec(`${value}`);
  const [, digits = "0", unit] = found ?? [];
  return Math.min(Number(digits) * (unit === "Gi" ? 1024 : 1), 2_147_483_647);
}

const memory = { forward: (value: Int32): Quantity => `${value}Mi`, back: mebibytes };

const states = { ACTIVE: "Active", BUILD: "Building", ERROR: "Failed" } as const;

/** The greatest value stands for the least: a change of meaning between fields of one type. */
function reversed(value: Int32, { direction }: FunctionContext): Int32 {
  const greatest = { forward: 1000, back: 1000 } as const;
  return greatest[direction] - value;
}

const oldName = "legacy";
const renamed = (value: string): string => value.replace(/^legacy$/, "current");

/** Two strings that no random one is stand for no class. */
function withoutMarks(value: string): string | undefined {
  return value === "-" || value === "none" ? undefined : value;
}

export const foo: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.memoryMiB": { to: "spec.memory", as: memory },
    "spec.port": { as: { forward: (value: string) => Number(value), back: (value: Int32) => `${value}` }, bounds: "differ" },
    "spec.subnet": {
      to: "spec.subnets",
      as: { forward: (value: string) => [value], back: (value: readonly string[]) => value[0] },
    },
    "spec.tags": {
      as: { forward: namesToTags, back: namesOf },
      loses: (value: readonly string[]) => new Set(value).size < value.length,
      examples: [["a", "a"], ["a", "b", "a"]],
    },
    "spec.zones": {
      as: {
        forward: (value: readonly { name: string; cpus: Int32 }[]) =>
          Object.fromEntries(value.map(({ name, cpus }) => [name, { cpus }])),
        back: (value: Record<string, { cpus: Int32 }>) => Object.entries(value).map(([name, { cpus }]) => ({ name, cpus })),
      },
      loses: (value: readonly { name: string }[]) => {
        const names = value.map(({ name }) => name);
        return new Set(names).size < names.length || names.includes("__proto__") || names.some((name) => /^[0-9]/.test(name));
      },
    },
    "spec.spot": {
      to: "spec.provisioning",
      as: {
        forward: (value: boolean): "Spot" | "Standard" => (value ? "Spot" : "Standard"),
        back: (value: "Spot" | "Standard") => value === "Spot",
      },
    },
    "spec.state": {
      as: {
        forward: (value: "" | "ACTIVE" | "BUILD" | "ERROR") => (value === "" ? undefined : states[value]),
        back: (value: "Active" | "Building" | "Failed") => {
          if (value === "Active") return "ACTIVE";
          return value === "Building" ? "BUILD" : "ERROR";
        },
      },
      loses: [""],
    },
    "spec.depth": { as: { forward: reversed, back: reversed } },
    "spec.disks[].kind": {
      to: "spec.disks[].media",
      as: {
        forward: (value: "ssd" | "hdd") => ({ rotating: value === "hdd" }),
        back: ({ rotating }: { rotating: boolean }): "ssd" | "hdd" => (rotating ? "hdd" : "ssd"),
      },
    },
    "spec.sizes[*].label": {
      to: "spec.sizes[*].labels",
      as: { forward: (value: string) => [value], back: (value: readonly string[]) => value.at(0) },
    },
    "spec.mode": {
      as: {
        forward: (value: "a" | "b" | "c") => (value === "a" ? "X" : "Y"),
        back: (value: "X" | "Y") => (value === "X" ? "a" : "b"),
      },
      loses: ["c"],
    },
    "spec.sizes[*].name": {
      as: { forward: renamed, back: (value: string) => value },
      loses: (value: string) => value === oldName,
      examples: [oldName],
      bounds: "differ",
      examplesOfNewer: ["too-long-for-the-older-version"],
    },
    "spec.class": { as: { forward: withoutMarks, back: (value: string) => value }, loses: ["-", "none"] },
  },
});
