// Defaults of values that a form makes: inside of elements, maps and other defaults, on both sides, and in templates, one of which has fewer of them.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineInfraMachine, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface Backup {
  /** @default "0 3 * * *" */
  schedule?: string;
}

export interface Site {
  /** @default {} */
  backup?: Backup;
}

export interface OlderMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachine"> {
  spec?: {
    providerID?: string;
    names?: string[];
    disks?: { name: string; backup?: boolean }[];
    sites?: Record<string, Site>;
  };
  status?: { ready?: boolean };
}
export const OlderMachine: Resource<OlderMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  contracts: ["v1beta1"],
});

export interface Machine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta2", "FooMachine"> {
  spec?: {
    providerID?: string;
    items?: {
      name: string;
      /** @default "a mode of 24 characters" */
      mode?: string;
    }[];
    disks?: {
      name: string;
      backup?: Backup;
    }[];
    sites?: Record<string, Site>;
    /** @default "Standard" */
    tier?: string;
  };
  status?: {
    /** @minProperties 1 */
    initialization?: { provisioned?: boolean };
  };
}
export const Machine: Resource<Machine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
  kind: "FooMachine",
  contracts: ["v1beta2"],
  storage: true,
});

export type OlderMachineTemplate = TemplateOf<OlderMachine, "providerID">;
export const OlderMachineTemplate: Resource<OlderMachineTemplate> = defineTemplate(OlderMachine, { omit: ["providerID"] });
export type MachineTemplate = TemplateOf<Machine, "providerID" | "tier">;
export const MachineTemplate: Resource<MachineTemplate> = defineTemplate(Machine, { omit: ["providerID", "tier"] });

export const machine: Conversion<OlderMachine, Machine> = defineConversion({
  older: {
    "spec.disks": { loses: "unmatched" },
    "spec.names": {
      to: "spec.items",
      as: {
        forward: (names: string[]) => names.map((name) => ({ name })),
        back: (items: { name: string; mode?: string }[]) => items.map(({ name }) => name),
      },
    },
    "spec.disks[].backup": { as: "presence" },
    "status.ready": { to: "status.initialization.provisioned" },
  },
  newer: { "spec.tier": { default: "Standard" } },
});
