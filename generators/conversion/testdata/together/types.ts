// Several fields that functions convert together: merged, split, inside of elements, in objects that one version lacks, a value that follows
// from another, values made of nothing, a value of which nothing is made, one that clients may send as null because it has a default, and a template.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineInfraMachine, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

export interface OlderMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "FooMachine"> {
  spec?: {
    providerID?: string;
    host?: string;
    /**
     * @minimum 1
     * @maximum 65535
     */
    port?: Int32;
    /** @pattern ^[a-z]{1,5}(-[a-z]{1,5})?$ */
    name: string;
    /**
     * @listType map
     * @listMapKey id
     */
    disks?: { id: string; amount?: Int32; unit?: "GiB" | "TiB" }[];
    nets?: { v4?: string; v6?: string }[];
    cpus?: Int32;
    sockets?: Int32;
    login?: {
      /** @pattern ^[a-z]{0,5}$ */
      user: string;
      /** @pattern ^[a-z]{0,5}$ */
      group: string;
    };
    throttle?: "None" | "Low" | "High";
    mark?: {
      /** @pattern ^[a-z]{1,5}$ */
      group: string;
      text: string;
    };
    /** @pattern ^[a-z]{0,5}/[a-z]{0,5}$ */
    place: string;
    /** @default "Info" */
    level?: "Info" | "Debug";
    tag?: string;
  };
  status?: {
    ready?: boolean;
    phase?: "Ready" | "Failed" | "Unknown";
    failed?: boolean;
  };
}
export const OlderMachine: Resource<OlderMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "FooMachine",
  contracts: ["v1beta1"],
});

export interface NewerMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachine"> {
  spec?: {
    providerID?: string;
    endpoint?: string;
    /** @pattern ^[a-z]{1,5}$ */
    first: string;
    /** @pattern ^[a-z]{1,5}$ */
    last?: string;
    /**
     * @listType map
     * @listMapKey id
     */
    disks?: { id: string; sizeGiB?: Int32; encrypted?: boolean }[];
    nets?: { addresses?: string[] }[];
    /** @minProperties 1 */
    topology?: { cores?: Int32; sockets?: Int32 };
    /** @default "Info" */
    level?: "Info" | "Debug";
    label?: string;
    mark?: string;
    /** @pattern ^[a-z]{0,5}:[a-z]{0,5}$ */
    owner?: string;
    /** @minProperties 1 */
    limits?: { rate?: Int32; burst?: Int32 };
    /** @pattern ^[a-z]{0,5}$ */
    region?: string;
    /** @pattern ^[a-z]{0,5}$ */
    zone?: string;
  };
  status?: {
    ready?: boolean;
    phase?: "Ready" | "Failed" | "Unknown";
  };
}
export const NewerMachine: Resource<NewerMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  contracts: ["v1beta1"],
  storage: true,
});
export type OlderMachineTemplate = TemplateOf<OlderMachine, "providerID">;
export const OlderMachineTemplate: Resource<OlderMachineTemplate> = defineTemplate(OlderMachine, { omit: ["providerID"] });
export type NewerMachineTemplate = TemplateOf<NewerMachine, "providerID">;
export const NewerMachineTemplate: Resource<NewerMachineTemplate> = defineTemplate(NewerMachine, { omit: ["providerID"] });

interface Address {
  host?: string;
  port?: Int32;
}
interface Login {
  user?: string;
  group?: string;
}
type Level = "Info" | "Debug";
type Throttle = "None" | "Low" | "High";
interface Limits {
  rate?: Int32;
  burst?: Int32;
}
const limitsOf: Readonly<Record<Throttle, Limits>> = { None: {}, Low: { rate: 10 }, High: { rate: 10, burst: 5 } };
type Phase = "Ready" | "Failed" | "Unknown";

const isPlain = ({ group, text }: { group?: string; text?: string }): boolean => group === "core" && text === "none";

export const foo: Conversion<OlderMachine, NewerMachine> = defineConversion({
  older: { "spec.nets": { loses: "unmatched" } },
  newer: { "spec.disks[].encrypted": "added" },
  together: {
    endpoint: {
      older: { host: "spec.host", port: "spec.port" },
      newer: { endpoint: "spec.endpoint" },
      as: {
        forward: ({ host, port }: Address) =>
          host === undefined && port === undefined ? {} : { endpoint: `${host ?? ""}:${port ?? ""}` },
        back: ({ endpoint }: { endpoint?: string }) => {
          const [, host = "", digits] = /^([^:]+)?:([1-9][0-9]{0,4})?$/.exec(endpoint ?? "") ?? [];
          const port = Number(digits);
          return { ...(host === "" ? {} : { host }), ...(port > 0 && port < 65_536 ? { port } : {}) };
        },
      },
      loses: ({ host }: Address) => host === "" || host?.includes(":") === true,
    },
    name: {
      older: { name: "spec.name" },
      newer: { first: "spec.first", last: "spec.last" },
      as: {
        forward: ({ name = "" }: { name?: string }) => {
          const [first = "", last] = name.split("-");
          return last === undefined ? { first } : { first, last };
        },
        back: ({ first = "", last }: { first?: string; last?: string }) => ({ name: last === undefined ? first : `${first}-${last}` }),
      },
    },
    size: {
      older: { amount: "spec.disks[].amount", unit: "spec.disks[].unit" },
      newer: { size: "spec.disks[].sizeGiB" },
      as: {
        forward: ({ amount, unit }: { amount?: Int32; unit?: "GiB" | "TiB" }) =>
          amount === undefined ? {} : { size: Math.max(-2_147_483_648, Math.min(amount * (unit === "TiB" ? 1024 : 1), 2_147_483_647)) },
        back: ({ size }: { size?: Int32 }) => (size === undefined ? {} : { amount: size, unit: "GiB" as const }),
      },
      loses: ({ amount, unit }: { amount?: Int32; unit?: "GiB" | "TiB" }) => amount === undefined || unit !== "GiB",
    },
    addresses: {
      older: { v4: "spec.nets[].v4", v6: "spec.nets[].v6" },
      newer: { addresses: "spec.nets[].addresses" },
      as: {
        forward: ({ v4, v6 }: { v4?: string; v6?: string }) =>
          v4 === undefined && v6 === undefined ? {} : { addresses: [v4 ?? "", ...(v6 === undefined ? [] : [v6])] },
        back: ({ addresses }: { addresses?: readonly string[] }) => {
          const [v4, v6] = addresses ?? [];
          return { ...(v4 === undefined || v4 === "" ? {} : { v4 }), ...(v6 === undefined ? {} : { v6 }) };
        },
      },
      loses: ({ v4 }: { v4?: string }) => v4 === "",
      examples: [{ v4: "" }, { v4: "10.0.0.1", v6: "::1" }],
      examplesOfNewer: [{ addresses: ["10.0.0.1", "::1", "::2"] }],
    },
    topology: {
      older: { cpus: "spec.cpus", sockets: "spec.sockets" },
      newer: { cores: "spec.topology.cores", sockets: "spec.topology.sockets" },
      as: {
        forward: ({ cpus, sockets }: { cpus?: Int32; sockets?: Int32 }) => ({ cores: cpus, sockets }),
        back: ({ cores, sockets }: { cores?: Int32; sockets?: Int32 }) => ({ cpus: cores, sockets }),
      },
    },
    login: {
      older: { user: "spec.login.user", group: "spec.login.group" },
      newer: { owner: "spec.owner" },
      as: {
        forward: ({ user = "", group = "" }: Login) => ({ owner: `${user}:${group}` }),
        back: ({ owner = ":" }: { owner?: string }) => {
          const [user = "", group = ""] = owner.split(":");
          return { user, group };
        },
      },
    },
    place: {
      older: { place: "spec.place" },
      newer: { region: "spec.region", zone: "spec.zone" },
      as: {
        forward: ({ place = "/" }: { place?: string }) => {
          const [region = "", zone = ""] = place.split("/");
          return { region, zone };
        },
        back: ({ region = "", zone = "" }: { region?: string; zone?: string }) => ({ place: `${region}/${zone}` }),
      },
    },
    mark: {
      older: { group: "spec.mark.group", text: "spec.mark.text" },
      newer: { mark: "spec.mark" },
      as: {
        forward: ({ group = "", text = "" }: { group?: string; text?: string }) => ({ mark: isPlain({ group, text }) ? "" : `${group} ${text}` }),
        back: ({ mark = "" }: { mark?: string }) => {
          const at = mark.indexOf(" ");
          return at < 0 ? { group: "", text: mark } : { group: mark.slice(0, at), text: mark.slice(at + 1) };
        },
      },
      loses: isPlain,
      bounds: "differ",
      examples: [{ group: "core", text: "none" }],
    },
    label: {
      older: { level: "spec.level", tag: "spec.tag" },
      newer: { level: "spec.level", label: "spec.label" },
      as: {
        forward: ({ level, tag }: { level?: Level; tag?: string }) => ({ level, label: tag }),
        back: ({ level, label }: { level?: Level; label?: string }) => ({ level, tag: label }),
      },
    },
    throttle: {
      older: { throttle: "spec.throttle" },
      newer: { rate: "spec.limits.rate", burst: "spec.limits.burst" },
      as: {
        forward: ({ throttle = "None" }: { throttle?: Throttle }) => limitsOf[throttle],
        back: ({ rate, burst }: Limits) => {
          if (burst !== undefined) return { throttle: "High" as const };
          return rate === undefined ? {} : { throttle: "Low" as const };
        },
      },
      loses: ({ throttle }: { throttle?: Throttle }) => throttle === "None",
    },
    failed: {
      older: { failed: "status.failed", phase: "status.phase" },
      newer: { phase: "status.phase" },
      as: {
        forward: ({ phase }: { phase?: Phase }) => ({ phase }),
        back: ({ phase }: { phase?: Phase }) => (phase === undefined ? {} : { phase, failed: phase === "Failed" }),
      },
      loses: ({ failed, phase }: { failed?: boolean; phase?: Phase }) =>
        phase === undefined ? failed !== undefined : failed !== (phase === "Failed"),
    },
  },
});
