// What the CRDs of control planes and pools must say beside what InfraClusters and InfraMachines say.
import { formatDiagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, it } from "vitest";
import type { ContractVersion } from "../contracts/kind-contract.ts";
import type { ContractKind } from "../contracts/kind-contracts.ts";
import { describeKind, type KindDefinition } from "../kinds/definition.ts";
import { describeTemplate } from "../kinds/describe-template.ts";
import type { DefinitionInput } from "../kinds/definition-input.ts";
import { checkContract, missingTemplate } from "./check-contract.ts";

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

const linesOf = (definition: KindDefinition, schema: JSONSchema): (string | undefined)[] =>
  checkContract(definition, schema).map((found) => formatDiagnostic(found).split("\n")[0]);

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
      "error inframachinepool/initialization-completed: the status has no field `ready`, which core reads of a pool under every contract (at status.ready)",
      "error inframachinepool/initialization-completed: the status has no field `initialization.provisioned`, which contract v1beta2 reads (at status.initialization.provisioned)",
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
  [
    "a pool of addresses whose conditions have a severity",
    "IPPool",
    object({
      spec: object({}),
      status: object({
        conditions: {
          type: "array",
          items: object({ type: text, status: text, severity: text }),
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["type"],
        },
      }),
    }),
    [
      "error ipam/pool-conditions: status.conditions is not a list of conditions without a severity (at status.conditions)",
    ],
  ],
])("%s", (_, contractKind, schema, want) => {
  const kind = kinds[contractKind] ?? "FooPool";
  const definition = describeKind({ apiVersion: "g.io/v1", kind, contracts: ["v1beta2"] }, { contractKind });
  expect(linesOf(definition, schema)).toEqual(want);
});

describe("a control plane whose fields need others", () => {
  const scale = { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas" };
  const reference = object({ kind: text, name: text });
  const counters = { selector: text, replicas: int, readyReplicas: int };
  const newer = { ...counters, availableReplicas: int, upToDateReplicas: int };

  function controlPlane(
    contracts: ContractVersion[],
    { spec = {}, status = {} }: Record<string, Record<string, JSONSchema>>,
    more: Partial<DefinitionInput> = {},
  ): (string | undefined)[] {
    const kind = { apiVersion: "g.io/v1", kind: "FooControlPlane", contracts, providesEndpoint: false, ...more };
    const flags = { initialized: flag, initialization: initialized };
    return linesOf(
      describeKind(kind, { contractKind: "ControlPlane" }),
      object({ spec: object(spec), status: object({ ...flags, ...status }) }),
    );
  }

  it("is warned about replicas without a selector, numbers and scale", () => {
    const numbers = "status.selector, status.replicas and status.readyReplicas";
    expect(controlPlane(["v1beta2"], { spec: { replicas: int } })).toEqual([
      `warning controlplane/replicas: spec.replicas is declared without ${numbers} (at spec.replicas)`,
      "warning controlplane/replicas: spec.replicas is declared without status.availableReplicas and status.upToDateReplicas (at spec.replicas)",
      "warning controlplane/replicas: spec.replicas is declared without the scale subresource (at spec.replicas)",
    ]);
    expect(controlPlane(["v1beta1"], { spec: { replicas: int }, status: counters }, { scale })).toEqual([
      "warning controlplane/replicas: spec.replicas is declared without status.updatedReplicas and status.unavailableReplicas (at spec.replicas)",
    ]);
  });

  it("is warned about a version that the status does not report", () => {
    const spec = { version: text };
    expect(controlPlane(["v1beta2"], { spec })).toEqual([
      "warning controlplane/version: spec.version is declared without status.version or status.versions (at spec.version)",
    ]);
    expect(controlPlane(["v1beta1"], { spec, status: { versions: text } })).toEqual([
      "warning controlplane/version: spec.version is declared without status.version (at spec.version)",
    ]);
  });

  it("is warned about machines without their infrastructure, or with it where another contract has it", () => {
    expect(controlPlane(["v1beta2"], { spec: { machineTemplate: object({}) } })).toEqual([
      "warning controlplane/machines: spec.machineTemplate is declared without spec.machineTemplate.spec.infrastructureRef (at spec.machineTemplate)",
    ]);
    const older = { machineTemplate: object({ infrastructureRef: reference, taints: text }) };
    expect(controlPlane(["v1beta2"], { spec: older })).toEqual([
      "warning controlplane/machines: contract v1beta2 has spec.machineTemplate.spec.infrastructureRef, and not spec.machineTemplate.infrastructureRef (at spec.machineTemplate.infrastructureRef)",
      "warning controlplane/taints: contract v1beta2 has spec.machineTemplate.spec.taints, and not spec.machineTemplate.taints (at spec.machineTemplate.taints)",
    ]);
    expect(
      controlPlane(["v1beta1", "v1beta2"], { spec: { machineTemplate: object({ infrastructureRef: reference }) } }),
    ).toEqual([
      "warning controlplane/machines: contract v1beta2 has spec.machineTemplate.spec.infrastructureRef, and not spec.machineTemplate.infrastructureRef (at spec.machineTemplate.infrastructureRef)",
    ]);
  });

  it("has no warning with all of them, nor with none", () => {
    const spec = {
      replicas: int,
      version: text,
      machineTemplate: object({ spec: object({ infrastructureRef: reference }) }),
    };
    expect(controlPlane(["v1beta2"], { spec, status: { ...newer, version: text } }, { scale })).toEqual([]);
    expect(controlPlane(["v1beta1", "v1beta2"], {})).toEqual([]);
  });
});

describe("the template of a kind", () => {
  const define = (kind: string, contractKind: ContractKind, apiVersion = "g.io/v1"): KindDefinition =>
    describeKind({ apiVersion, kind, contracts: ["v1beta2"] }, { contractKind });
  const machine = define("FooMachine", "InfraMachine");

  it("is missed where the contract demands one", () => {
    expect(missingTemplate(machine, [machine])).toEqual({
      code: "inframachine/template",
      severity: "warning",
      message: "the InfraMachine FooMachine has no template FooMachineTemplate",
      help: "add `export const FooMachineTemplate: Resource<TemplateOf<FooMachine>> = defineTemplate(FooMachine)`",
    });
    const config = define("FooConfig", "BootstrapConfig");
    expect(missingTemplate(config, [{ apiVersion: "other.io/v1", kind: "FooConfigTemplate" }])).toMatchObject({
      code: "bootstrapconfig/template",
    });
  });

  it("is not missed in another version of its group, nor where it is only advised", () => {
    expect(
      missingTemplate(machine, [machine, { apiVersion: "g.io/v1beta1", kind: "FooMachineTemplate" }]),
    ).toBeUndefined();
    expect(missingTemplate(define("FooCluster", "InfraCluster"), [])).toBeUndefined();
    expect(missingTemplate(define("FooPool", "IPPool"), [])).toBeUndefined();
    expect(missingTemplate(describeTemplate(machine), [])).toBeUndefined();
    expect(missingTemplate(describeKind({ apiVersion: "g.io/v1", kind: "Foo" }), [])).toBeUndefined();
  });
});
