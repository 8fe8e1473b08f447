// Where the fields of each contract are, what is absent, and what core fails on.
import type { KubeObject } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import type { ContractVersion } from "../contracts/kind-contract.ts";
import type { ContractKind } from "../contracts/kind-contracts.ts";
import { conditionPlaceOf, type ContractView, fieldOf, fieldsToWrite, findField, flagsOf } from "./contract-view.ts";
import { formatFailureDomains, parseFailureDomains } from "./failure-domains.ts";
import {
  getAddresses,
  getEndpoint,
  getPlacement,
  getProviderID,
  getTerminalFailure,
  isProvisioned,
  readField,
  setEndpoint,
  setProvisioned,
  writeField,
} from "./infra-fields.ts";

const object = (body: { readonly spec?: object; readonly status?: object } = {}): KubeObject => ({
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata: { name: "a" },
  ...body,
});
const view = <K extends ContractKind>(kind: K, ...contracts: readonly ContractVersion[]): ContractView<K> => ({
  kind,
  contract: contracts[0] ?? "v1beta2",
  contracts,
});

describe("the flag that core waits for", () => {
  it.each<[ContractKind, readonly ContractVersion[], readonly string[]]>([
    ["InfraCluster", ["v1beta1"], ["status.ready"]],
    ["InfraCluster", ["v1beta2", "v1beta1"], ["status.initialization.provisioned", "status.ready"]],
    ["InfraMachine", ["v1beta2"], ["status.initialization.provisioned"]],
    ["BootstrapConfig", ["v1beta1"], ["status.ready"]],
    ["BootstrapConfig", ["v1beta2"], ["status.initialization.dataSecretCreated"]],
    ["ControlPlane", ["v1beta1"], ["status.initialized"]],
    ["ControlPlane", ["v1beta2"], ["status.initialization.controlPlaneInitialized"]],
    ["IPPool", ["v1beta2"], []],
  ])("of %s under %j is at %j", (kind, contracts, want) => {
    expect(flagsOf(view(kind, ...contracts)).map(({ path }) => path)).toEqual(want);
  });

  it("does not exist for a pool of addresses, which is never provisioned", () => {
    const pool = object({ status: { ready: true, initialization: { provisioned: true } } });
    expect(isProvisioned(pool, view("IPPool", "v1beta2"))).toBe(false);
    setProvisioned(pool, view("IPPool", "v1beta2"));
    expect(pool).toEqual(object({ status: { ready: true, initialization: { provisioned: true } } }));
  });

  it("may say that it is not", () => {
    const machine = object({ status: { ready: false } });
    expect(isProvisioned(machine, view("InfraMachine", "v1beta1"))).toBe(false);
  });
});

describe("a field", () => {
  it("is read where the newest contract has it, and written where each has it, once", () => {
    const both = view("InfraMachine", "v1beta2", "v1beta1");
    expect(fieldOf(both, "failureDomain").path).toBe("status.failureDomain");
    expect(fieldsToWrite(both, "failureDomain").map(({ path }) => path)).toEqual([
      "status.failureDomain",
      "spec.failureDomain",
    ]);
    expect(fieldsToWrite(both, "providerID").map(({ path }) => path)).toEqual(["spec.providerID"]);
    const machine = object();
    writeField(machine, { view: both, name: "failureDomain" }, "z");
    writeField(machine, { view: both, name: "providerID" }, "p://a");
    expect(machine).toEqual(
      object({ status: { failureDomain: "z" }, spec: { failureDomain: "z", providerID: "p://a" } }),
    );
    expect(readField(object({ status: { failureDomain: "z" } }), both, "failureDomain")).toBe("z");
    expect(readField(object({ spec: { failureDomain: "z" } }), both, "failureDomain")).toBeUndefined();
  });

  it("that the contract does not have cannot be written", () => {
    expect(() => fieldsToWrite(view("BootstrapConfig", "v1beta2"), "failureReason")).toThrow(
      expect.objectContaining({ code: "contract/no-such-field" }) as Error,
    );
    expect(findField("BootstrapConfig", "v1beta2", "failureReason")).toBeUndefined();
    expect(findField("BootstrapConfig", "v1beta1", "failureReason")?.path).toBe("status.failureReason");
  });

  it.each([
    ["v1beta1", { path: "status.conditions", shape: "severity" }],
    ["v1beta2", { path: "status.conditions", shape: "metav1" }],
  ] as const)("conditions of %s", (contract, want) => {
    expect(conditionPlaceOf(view("InfraCluster", contract))).toEqual(want);
  });
});

describe("what is empty counts as absent, as for core", () => {
  it.each<[string, unknown, unknown]>([
    ["an endpoint without a host", getEndpoint(object({ spec: { controlPlaneEndpoint: { port: 1 } } })), undefined],
    [
      "an endpoint without a port",
      getEndpoint(object({ spec: { controlPlaneEndpoint: { host: "a", port: 0 } } })),
      undefined,
    ],
    [
      "an endpoint of an empty host",
      getEndpoint(object({ spec: { controlPlaneEndpoint: { host: "", port: 1 } } })),
      undefined,
    ],
    ["a providerID", getProviderID(object({ spec: { providerID: "" } })), undefined],
    ["no providerID", getProviderID(object()), undefined],
    [
      "a placement",
      getPlacement(object({ status: { failureDomain: "" } }), view("InfraMachine", "v1beta2")),
      undefined,
    ],
    ["null for addresses", getAddresses(object({ status: { addresses: null } })), []],
    ["no failure", getTerminalFailure(object({ status: {} })), undefined],
    ["an empty failure", getTerminalFailure(object({ status: { failureReason: "", failureMessage: "" } })), undefined],
    [
      "a failure without a message",
      getTerminalFailure(object({ status: { failureReason: "R" } })),
      { reason: "R", message: "" },
    ],
    [
      "a failure without a reason",
      getTerminalFailure(object({ status: { failureMessage: "m" } })),
      { reason: "", message: "m" },
    ],
  ])("%s", (_, got, want) => {
    expect(got).toEqual(want);
  });

  it("a half endpoint is completed, a whole one stays", () => {
    const cluster = object({ spec: { controlPlaneEndpoint: { host: "old", port: 0 } } });
    setEndpoint(cluster, { host: "a", port: 1 });
    expect(cluster).toEqual(object({ spec: { controlPlaneEndpoint: { host: "a", port: 1 } } }));
  });
});

describe("a value of another type is an error that names the field", () => {
  it.each<[string, () => unknown]>([
    [
      "spec.controlPlaneEndpoint.host is not a string",
      () => getEndpoint(object({ spec: { controlPlaneEndpoint: { host: 1 } } })),
    ],
    [
      "spec.controlPlaneEndpoint.port is not a number",
      () => getEndpoint(object({ spec: { controlPlaneEndpoint: { port: "1" } } })),
    ],
    ["spec.providerID is not a string", () => getProviderID(object({ spec: { providerID: {} } }))],
    ["status.failureReason is not a string", () => getTerminalFailure(object({ status: { failureReason: 1 } }))],
    ["status.failureMessage is not a string", () => getTerminalFailure(object({ status: { failureMessage: 1 } }))],
    ["status.addresses is not a list", () => getAddresses(object({ status: { addresses: "x" } }))],
    ["status.failureDomains is not a map or a list", () => parseFailureDomains(1, "status.failureDomains")],
  ])("%s", (message, read) => {
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ code: "contract/wrong-type" }) as Error);
  });
});

describe("failure domains", () => {
  const names = ["b", "a", "c", "a"].map((name) => ({ name }));
  const sorted = ["a", "a", "b", "c"].map((name) => ({ name }));

  it("are sorted by name in either form", () => {
    expect(parseFailureDomains(names, "x")).toEqual(sorted);
    expect(parseFailureDomains({ b: { controlPlane: true }, a: {} }, "x")).toEqual([
      { name: "a" },
      { name: "b", controlPlane: true },
    ]);
    expect(parseFailureDomains(undefined, "x")).toEqual([]);
    expect(formatFailureDomains(names, "failureDomainList")).toEqual(sorted);
  });

  it("have no name inside of a map, whose keys are sorted", () => {
    const map = formatFailureDomains([{ name: "b", controlPlane: true }, { name: "a" }], "failureDomainMap");
    expect(JSON.stringify(map)).toBe('{"a":{},"b":{"controlPlane":true}}');
  });
});
