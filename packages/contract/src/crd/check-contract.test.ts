// What a CRD must say to follow its contract: each rule broken once.
import { formatDiagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, it } from "vitest";
import { describeKind, type KindDefinition } from "../kinds/definition.ts";
import { describeTemplate } from "../kinds/describe-template.ts";
import type { DefinitionInput } from "../kinds/definition-input.ts";
import type { ContractKind } from "../contracts/kind-contracts.ts";
import { checkContract } from "./check-contract.ts";

const object = (properties: Record<string, JSONSchema>, more: JSONSchema = {}): JSONSchema => ({
  type: "object",
  properties,
  ...more,
});
const listOf = (items: JSONSchema, key: string): JSONSchema => ({
  type: "array",
  items,
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": [key],
});
const text: JSONSchema = { type: "string" };
const textMap: JSONSchema = { type: "object", additionalProperties: text };
const flag: JSONSchema = { type: "boolean" };
const endpoint = object({ host: { type: "string", maxLength: 512 }, port: { type: "integer", maximum: 65_535 } });
const conditions = listOf(object({ type: text, status: text }), "type");
const severityConditions: JSONSchema = { type: "array", items: object({ type: text, status: text, severity: text }) };
const initialization = object({ provisioned: flag }, { minProperties: 1 });

function definition(contractKind: ContractKind, more: Partial<DefinitionInput> = {}): KindDefinition {
  const kind = contractKind === "InfraCluster" ? "FooCluster" : "FooMachine";
  return describeKind({ apiVersion: "g.io/v1", kind, contracts: ["v1beta2"], ...more }, { contractKind });
}
const texts = (kind: KindDefinition, schema: JSONSchema): string[] => checkContract(kind, schema).map(formatDiagnostic);

const cluster = definition("InfraCluster");
const goodCluster = object({
  spec: object({ controlPlaneEndpoint: endpoint }),
  status: object({
    initialization,
    conditions,
    failureDomains: { ...listOf(object({ name: text, controlPlane: flag }), "name"), maxItems: 100 },
  }),
});

describe("a good kind has no problems", () => {
  it.each<[string, KindDefinition, JSONSchema]>([
    ["InfraCluster of v1beta2", cluster, goodCluster],
    [
      "InfraCluster of v1beta1",
      definition("InfraCluster", { contracts: ["v1beta1"] }),
      object({
        spec: object({ controlPlaneEndpoint: object({ host: text, port: { type: "integer" } }) }),
        status: object({
          ready: flag,
          conditions: severityConditions,
          failureDomains: { type: "object", additionalProperties: object({ controlPlane: flag }) },
          failureReason: text,
        }),
      }),
    ],
    [
      "InfraMachine of v1beta2",
      definition("InfraMachine"),
      object({
        spec: object({ providerID: { type: "string", maxLength: 512 } }),
        status: object({
          initialization,
          failureDomain: { type: "string", maxLength: 256 },
          addresses: {
            type: "array",
            maxItems: 256,
            items: object({ type: { type: "string", enum: ["Hostname", "InternalIP"] }, address: text }),
          },
        }),
      }),
    ],
    [
      "InfraCluster that leaves the endpoint to others",
      definition("InfraCluster", { providesEndpoint: false }),
      object({ spec: object({}), status: object({ initialization }) }),
    ],
    [
      "a template that says what its machines have",
      describeTemplate(definition("InfraMachine")),
      object({
        spec: object({ template: object({ metadata: object({ labels: textMap, annotations: textMap }) }) }),
        status: object({
          capacity: { type: "object", additionalProperties: { "x-kubernetes-int-or-string": true } },
          nodeInfo: object({ architecture: { type: "string", enum: ["amd64", "arm64"] }, operatingSystem: text }),
        }),
      }),
    ],
    ["a kind without a contract", describeKind({ apiVersion: "g.io/v1", kind: "Foo" }), object({})],
  ])("%s", (_, kind, schema) => {
    expect(texts(kind, schema)).toEqual([]);
  });
});

describe("a problem is reported with the rule, the field and what to do", () => {
  it.each<[string, KindDefinition, JSONSchema, string[]]>([
    [
      "nothing there",
      cluster,
      object({}),
      [
        "error infracluster/spec-and-status: the object has no status (at status)\n  help: add `status?: FooStatus` to the object",
        "error infracluster/initialization-completed: the status has no field `initialization.provisioned`, which contract v1beta2 reads (at status.initialization.provisioned)\n  help: add `initialization?: { provisioned?: boolean }` to the status",
        "error infracluster/control-plane-endpoint: the spec has no controlPlaneEndpoint (at spec.controlPlaneEndpoint)\n  help: add `controlPlaneEndpoint?: APIEndpoint` or set `providesEndpoint: false`",
      ],
    ],
    [
      "a required endpoint and the old form of failure domains",
      cluster,
      object({
        spec: object({ controlPlaneEndpoint: endpoint }, { required: ["controlPlaneEndpoint"] }),
        status: object({
          initialization,
          failureDomains: { type: "object", additionalProperties: object({ controlPlane: flag }) },
        }),
      }),
      [
        "error infracluster/control-plane-endpoint: spec.controlPlaneEndpoint is required, but the object is created before its endpoint is known (at spec.controlPlaneEndpoint)\n  help: make it optional",
        "error infracluster/failure-domains: status.failureDomains is not a list of name, controlPlane and string attributes; the map form is contract v1beta1 (at status.failureDomains)\n  help: type it `FailureDomain[]`; two contracts need two API versions",
        "warning infracluster/failure-domains: status.failureDomains is not keyed by name (at status.failureDomains)\n  help: add `@listType map` and `@listMapKey name` to it",
        "warning infracluster/failure-domains: core rejects more than 100 failure domains (at status.failureDomains)\n  help: add `@maxItems 100` to status.failureDomains",
      ],
    ],
    [
      "bounds that core has and the kind lacks",
      cluster,
      object({
        spec: object({
          controlPlaneEndpoint: object({ host: { type: "string", maxLength: 600 }, port: { type: "integer" } }),
        }),
        status: object({
          initialization: object({ provisioned: flag }),
          conditions: { ...conditions, "x-kubernetes-list-type": "atomic" },
        }),
      }),
      [
        "warning infracluster/initialization-completed: status.initialization may be an empty object (at status.initialization)\n  help: add `@minProperties 1` to it",
        "warning infracluster/control-plane-endpoint: core rejects a spec.controlPlaneEndpoint.host longer than 512 characters (at spec.controlPlaneEndpoint.host)\n  help: add `@maxLength 512` to it or type the endpoint `APIEndpoint`",
        "warning infracluster/control-plane-endpoint: core rejects a spec.controlPlaneEndpoint.port above 65535 (at spec.controlPlaneEndpoint.port)\n  help: add `@maximum 65535` to it or type the endpoint `APIEndpoint`",
        "warning infracluster/conditions: status.conditions is not keyed by type (at status.conditions)\n  help: add `@listType map` and `@listMapKey type` to it",
      ],
    ],
    [
      "a definition that says too much or too little",
      definition("InfraCluster", { kind: "Foo", scope: "Cluster", contracts: [] }),
      goodCluster,
      [
        "error infracluster/kind-convention: the kind of the InfraCluster does not end in Cluster\n  help: name it for example FooCluster",
        "error infracluster/scope: the kind is not namespaced\n  help: leave `scope` out",
        'error infracluster/contract-label: the kind names no contract\n  help: name one, for example `contracts: ["v1beta2"]`',
      ],
    ],
    [
      "a contract that is named twice",
      { ...cluster, contracts: ["v1beta2", "v1beta2"] },
      goodCluster,
      [
        'error infracluster/contract-label: the kind names the contract "v1beta2" twice\n  help: name each contract once',
      ],
    ],
    [
      "a contract that there is not, in a source that nobody compiled",
      { ...cluster, contracts: ["v1beta9" as "v1beta2", "__proto__" as "v1beta2"] },
      goodCluster,
      [
        'error infracluster/contract-label: there is no contract "v1beta9"\n  help: name one or more of v1beta1, v1beta2',
        'error infracluster/contract-label: there is no contract "__proto__"\n  help: name one or more of v1beta1, v1beta2',
      ],
    ],
    [
      "a machine that says where it is at the old path",
      definition("InfraMachine"),
      object({
        spec: object(
          { providerID: { type: "string", maxLength: 512 }, failureDomain: text },
          { required: ["providerID"] },
        ),
        status: object({ initialization, interruptible: text }),
      }),
      [
        "error inframachine/provider-id: spec.providerID is required, but the object is created before its machine is known (at spec.providerID)\n  help: make it optional",
        "error inframachine/interruptible: status.interruptible is not a boolean (at status.interruptible)\n  help: type it `boolean`",
        "warning inframachine/failure-domain: core copies spec.failureDomain to the Machine even when it is empty (at spec.failureDomain)\n  help: rename it, and report the placement in status.failureDomain",
      ],
    ],
    [
      "a template whose metadata would be pruned and that holds an endpoint",
      describeTemplate(cluster),
      object({
        spec: object({
          template: object({
            metadata: object({ labels: { type: "object", additionalProperties: text } }),
            spec: object({ controlPlaneEndpoint: endpoint }),
          }),
        }),
      }),
      [
        "warning infracluster/template: the API server prunes spec.template.metadata.annotations (at spec.template.metadata.annotations)\n  help: type the template's metadata `TemplateObjectMeta`",
        'info infracluster/template-reuse: the template has a controlPlaneEndpoint, but an endpoint belongs to one cluster (at spec.template.spec.controlPlaneEndpoint)\n  help: set `omit: ["controlPlaneEndpoint"]`',
      ],
    ],
  ])("%s", (_, kind, schema, want) => {
    expect(texts(kind, schema)).toEqual(want);
  });
});

describe("what is not checked", () => {
  const codes = (kind: KindDefinition, schema: JSONSchema): string[] =>
    checkContract(kind, schema).map(({ code, path = "" }) => `${code} ${path}`);

  it("a template's contracts, which its kind reports, and a template of none", () => {
    const unknown = { ...cluster, contracts: ["v1beta9" as "v1beta2"] };
    expect(codes(describeTemplate(unknown), object({}))).toEqual([]);
    expect(codes(describeTemplate(definition("InfraCluster", { contracts: [] })), object({}))).toEqual([]);
  });

  it("an endpoint that others provide, unless the kind has one", () => {
    const without = definition("InfraCluster", { providesEndpoint: false });
    expect(codes(without, object({ status: object({}) }))).toEqual([
      "infracluster/initialization-completed status.initialization.provisioned",
    ]);
    const wrong = object({ spec: object({ controlPlaneEndpoint: text }), status: object({ initialization }) });
    expect(codes(without, wrong)).toEqual(["infracluster/control-plane-endpoint spec.controlPlaneEndpoint"]);
  });

  it("the fields of templates on their kind", () => {
    const schema = object({
      spec: object({ providerID: { type: "string", maxLength: 512 } }),
      status: object({ initialization, capacity: text, nodeInfo: text }),
    });
    expect(codes(definition("InfraMachine"), schema)).toEqual([]);
    expect(codes(describeTemplate(definition("InfraMachine")), schema)).toContain(
      "inframachine/autoscale-from-zero status.capacity",
    );
  });
});

it.each([undefined, 0])("an object that may be empty is reported: @minProperties %s", (minProperties) => {
  const status = object({
    ready: flag,
    initialization: object({ provisioned: flag }, minProperties === undefined ? {} : { minProperties }),
  });
  const schema = object({ spec: object({ controlPlaneEndpoint: endpoint }), status });
  // Also of a kind that follows the older contract, too.
  const both = definition("InfraCluster", { contracts: ["v1beta1", "v1beta2"] });
  expect(checkContract(both, schema).map(({ code, path }) => [code, path])).toEqual([
    ["infracluster/initialization-completed", "status.initialization"],
  ]);
});

describe("failure domains in two contracts", () => {
  const attributes = { attributes: { type: "object", additionalProperties: text } } satisfies Record<
    string,
    JSONSchema
  >;
  const list = {
    ...listOf(object({ name: text, controlPlane: flag, ...attributes }), "name"),
    maxItems: 100,
  } satisfies JSONSchema;
  const map: JSONSchema = { type: "object", additionalProperties: object({ controlPlane: flag, ...attributes }) };
  const problems = (contracts: ("v1beta1" | "v1beta2")[], failureDomains: JSONSchema): string[] => {
    const status = object({ ready: flag, initialization, failureDomains });
    return texts(
      definition("InfraCluster", { contracts }),
      object({ spec: object({ controlPlaneEndpoint: endpoint }), status }),
    );
  };
  const noMap =
    "error infracluster/failure-domains: status.failureDomains is not a map of controlPlane and string attributes; the list form is contract v1beta2 (at status.failureDomains)\n  help: type it `Record<string, FailureDomainSpec>`; two contracts need two API versions";
  const noList =
    "error infracluster/failure-domains: status.failureDomains is not a list of name, controlPlane and string attributes; the map form is contract v1beta1 (at status.failureDomains)\n  help: type it `FailureDomain[]`; two contracts need two API versions";

  it("are well in the form of the one contract", () => {
    expect([problems(["v1beta1"], map), problems(["v1beta2"], list)]).toEqual([[], []]);
  });

  it("of the other contract are rejected", () => {
    expect(problems(["v1beta1"], list)).toEqual([noMap]);
    expect(problems(["v1beta2"], map)).toContain(noList);
  });

  it("have no form that both contracts read", () => {
    expect(problems(["v1beta1", "v1beta2"], list)).toEqual([noMap]);
    expect(problems(["v1beta2", "v1beta1"], map)).toContain(noList);
  });
});

it("a field that two contracts read alike is reported once", () => {
  const both = definition("InfraMachine", { contracts: ["v1beta1", "v1beta2"] });
  const schema = object({ spec: object({}), status: object({ ready: flag, initialization }) });
  expect(checkContract(both, schema).map(({ code }) => code)).toEqual(["inframachine/provider-id"]);
});

describe("a name that is nearly that of an optional field", () => {
  const warnings = (status: Record<string, JSONSchema>, contracts: ("v1beta1" | "v1beta2")[] = ["v1beta2"]): string[] =>
    checkContract(
      definition("InfraMachine", { contracts }),
      object({ spec: object({ providerID: { type: "string", maxLength: 512 } }), status: object(status) }),
    ).flatMap(({ message, severity, path }) =>
      message.startsWith("core reads") ? [`${severity} ${path}: ${message}`] : [],
    );

  it.each([
    ["adresses", "addresses"],
    ["address", "addresses"],
    ["failuredomain", "failureDomain"],
    ["interruptable", "interruptible"],
    ["condition", "conditions"],
  ])("%s is a warning", (name, meant) => {
    const want = `warning status.${name}: core reads status.${meant}, and not status.${name}`;
    expect(warnings({ initialization, [name]: text })).toEqual([want]);
  });

  it("is none beside the field itself, nor where it is a field of another contract, nor far from it", () => {
    expect(warnings({ initialization, failureDomain: text, failureDomains: text })).toEqual([]);
    expect(warnings({ ready: flag, failureDomain: text }, ["v1beta1"])).toEqual([]);
    expect(warnings({ initialization, failureDomainName: text, internalAddress: text, reason: text })).toEqual([]);
  });
});

describe("an optional field in the other part of the object", () => {
  const warnings = (spec: Record<string, JSONSchema>, status: Record<string, JSONSchema> = {}): string[] =>
    checkContract(
      definition("InfraMachine"),
      object({
        spec: object({ providerID: { type: "string", maxLength: 512 }, ...spec }),
        status: object({ initialization, ...status }),
      }),
    ).map(formatDiagnostic);

  it("is a warning", () => {
    expect(warnings({ conditions })).toEqual([
      "warning inframachine/conditions: core reads status.conditions, and not spec.conditions (at spec.conditions)\n  help: move it to the status, or, if it is a field of your own, give it another name",
    ]);
  });

  it("is none beside the field itself, nor of another type", () => {
    expect(warnings({ conditions }, { conditions })).toEqual([]);
    expect(warnings({ conditions: text, interruptible: text })).toEqual([]);
  });
});

describe("conditions with a severity", () => {
  const problems = (contracts: ("v1beta1" | "v1beta2")[]): string[] =>
    checkContract(
      definition("InfraMachine", { contracts }),
      object({
        spec: object({ providerID: { type: "string", maxLength: 512 } }),
        status: object({ initialization, ready: flag, conditions: listOf(severityConditions.items ?? {}, "type") }),
      }),
    ).map(({ severity, path, message }) => `${severity} ${path}: ${message}`);

  it("are an error under contract v1beta2 alone", () => {
    expect(problems(["v1beta2"])).toEqual([
      "error status.conditions: status.conditions has a severity, which only contract v1beta1 has",
    ]);
  });

  it("may be read under both contracts", () => {
    expect([problems(["v1beta1"]), problems(["v1beta1", "v1beta2"])]).toEqual([[], []]);
  });
});
