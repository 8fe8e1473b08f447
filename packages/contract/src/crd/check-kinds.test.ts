// What the CRDs of control planes and pools must say beside what InfraClusters and InfraMachines say.
import { formatDiagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, it } from "vitest";
import type { ContractKind } from "../contracts/kind-contracts.ts";
import { describeKind } from "../kinds/definition.ts";
import { checkContract } from "./check-contract.ts";

const object = (properties: Record<string, JSONSchema>): JSONSchema => ({ type: "object", properties });
const text: JSONSchema = { type: "string" };
const flag: JSONSchema = { type: "boolean" };
const int: JSONSchema = { type: "integer" };
const initialized = { ...object({ controlPlaneInitialized: flag }), minProperties: 1 };
const provisioned = { ...object({ provisioned: flag }), minProperties: 1 };
const kinds: Partial<Record<ContractKind, string>> = {
  ControlPlane: "FooControlPlane",
  InfraMachinePool: "FooMachinePool",
  BootstrapConfig: "FooConfig",
};

it.each<[string, ContractKind, JSONSchema, string[]]>([
  [
    "a control plane without an endpoint and without its flag",
    "ControlPlane",
    object({ spec: object({}), status: object({}) }),
    [
      "error controlplane/endpoint: the spec has no controlPlaneEndpoint (at spec.controlPlaneEndpoint)",
      "error controlplane/initialization-completed: the status has no field `initialization.controlPlaneInitialized`, which contract v1beta2 reads (at status.initialization.controlPlaneInitialized)",
    ],
  ],
  [
    "a control plane with an endpoint that has no bounds",
    "ControlPlane",
    object({
      spec: object({ controlPlaneEndpoint: object({ host: text, port: int }) }),
      status: object({ initialization: initialized }),
    }),
    [
      "warning controlplane/endpoint: core rejects a spec.controlPlaneEndpoint.host longer than 512 characters (at spec.controlPlaneEndpoint.host)",
      "warning controlplane/endpoint: core rejects a spec.controlPlaneEndpoint.port above 65535 (at spec.controlPlaneEndpoint.port)",
    ],
  ],
  [
    "a pool of machines without its fields",
    "InfraMachinePool",
    object({ spec: object({}), status: object({}) }),
    [
      "error inframachinepool/provider-id-list: the spec has no field `providerIDList` (at spec.providerIDList)",
      "error inframachinepool/initialization-completed: the status has no field `initialization.provisioned`, which contract v1beta2 reads (at status.initialization.provisioned)",
      "error inframachinepool/initialization-completed: the status has no field `ready`, which core reads of a pool under every contract (at status.ready)",
      "error inframachinepool/replicas: the status has no field `replicas` (at status.replicas)",
    ],
  ],
  [
    "a pool of machines with fields that core crashes on",
    "InfraMachinePool",
    object({
      spec: object({ providerIDList: { type: "array", items: text } }),
      status: object({ initialization: provisioned, ready: flag, replicas: int, failureReason: text }),
    }),
    [
      "warning inframachinepool/provider-id-list: spec.providerIDList is not atomic: core replaces it as a whole (at spec.providerIDList)",
      "warning inframachinepool/provider-id-list: core rejects more than 10000 provider IDs (at spec.providerIDList)",
      "warning inframachinepool/terminal-failures: a status.failureReason of a pool ends core's manager with a nil pointer (at status.failureReason)",
    ],
  ],
  [
    "a pool of machines as core reads it",
    "InfraMachinePool",
    object({
      spec: object({
        providerIDList: { type: "array", items: text, "x-kubernetes-list-type": "atomic", maxItems: 10_000 },
      }),
      status: object({ initialization: provisioned, ready: flag, replicas: int }),
    }),
    [],
  ],
  [
    "a bootstrap config without the name of its Secret",
    "BootstrapConfig",
    object({ spec: object({}), status: object({}) }),
    [
      "error bootstrapconfig/data-secret: the status has no field `dataSecretName` (at status.dataSecretName)",
      "error bootstrapconfig/initialization-completed: the status has no field `initialization.dataSecretCreated`, which contract v1beta2 reads (at status.initialization.dataSecretCreated)",
    ],
  ],
  [
    "a pool of addresses without a status",
    "IPPool",
    object({ spec: object({}) }),
    [
      "error ipam/pool-crd: the object has no status (at status)",
      "error ipam/pool-conditions: the status has no conditions (at status.conditions)",
    ],
  ],
])("%s", (_, contractKind, schema, want) => {
  const kind = kinds[contractKind] ?? "FooPool";
  const definition = describeKind({ apiVersion: "g.io/v1", kind, contracts: ["v1beta2"] }, { contractKind });
  expect(checkContract(definition, schema).map((found) => formatDiagnostic(found).split("\n")[0])).toEqual(want);
});
