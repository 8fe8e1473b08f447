// Contract fields read and written in both contracts.
import type { KubeObject } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import type { ContractView } from "./contract-view.ts";
import {
  getAddresses,
  getEndpoint,
  getFailureDomains,
  getPlacement,
  getProviderID,
  getTerminalFailure,
  hasTerminalFailures,
  isProvisioned,
  setEndpoint,
  setFailureDomains,
  setProvisioned,
  setTerminalFailure,
} from "./infra-fields.ts";

type Body = { spec?: object; status?: object };
const object = (body: Body = {}): KubeObject & Body => ({
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata: { name: "a" },
  ...body,
});
const cluster = (...contracts: readonly ("v1beta1" | "v1beta2")[]): ContractView<"InfraCluster"> => ({
  kind: "InfraCluster",
  contract: contracts[0] ?? "v1beta2",
  contracts,
});
const machine = (contract: "v1beta1" | "v1beta2"): ContractView<"InfraMachine"> => ({
  kind: "InfraMachine",
  contract,
  contracts: [contract],
});

describe("provisioned stands where the contract reads it", () => {
  it.each<[string, ContractView, object]>([
    ["v1beta1", cluster("v1beta1"), { ready: true }],
    ["v1beta2", cluster("v1beta2"), { initialization: { provisioned: true } }],
    ["both at once", cluster("v1beta2", "v1beta1"), { ready: true, initialization: { provisioned: true } }],
  ])("%s", (_, view, status) => {
    const foo = object();
    expect(isProvisioned(foo, view)).toBe(false);
    setProvisioned(foo, view);
    expect(foo).toEqual(object({ status }));
    expect(isProvisioned(foo, view)).toBe(true);
  });

  it("reads the newest contract alone", () => {
    expect(isProvisioned(object({ status: { ready: true } }), cluster("v1beta2", "v1beta1"))).toBe(false);
  });

  it("fails on another type, as core does", () => {
    expect(() => isProvisioned(object({ status: { ready: "yes" } }), cluster("v1beta1"))).toThrow(
      "status.ready is not a boolean",
    );
  });

  it("fails on a status that is no object", () => {
    expect(() => isProvisioned({ ...object(), status: "x" } as KubeObject, cluster("v1beta1"))).toThrow(
      "status is not an object",
    );
  });
});

describe("endpoint", () => {
  it.each<[string, object | undefined, object | undefined]>([
    ["absent", undefined, undefined],
    ["of zero values", { host: "", port: 0 }, undefined],
    ["half there", { host: "a" }, undefined],
    ["whole", { host: "a", port: 1 }, { host: "a", port: 1 }],
  ])("%s", (_, controlPlaneEndpoint, want) => {
    expect(getEndpoint(object(controlPlaneEndpoint === undefined ? {} : { spec: { controlPlaneEndpoint } }))).toEqual(
      want,
    );
  });

  it("is given once and kept from then on", () => {
    const foo = object();
    setEndpoint(foo, { host: "a", port: 1 });
    setEndpoint(foo, { host: "b", port: 2 });
    expect(foo.spec).toEqual({ controlPlaneEndpoint: { host: "a", port: 1 } });
  });
});

describe("failure domains", () => {
  const domains = [
    { name: "b", controlPlane: true },
    { name: "a", attributes: { x: "y" } },
  ];
  const sorted = [
    { name: "a", attributes: { x: "y" } },
    { name: "b", controlPlane: true },
  ];

  it.each<[string, ContractView<"InfraCluster">, unknown]>([
    ["a map in v1beta1", cluster("v1beta1"), { a: { attributes: { x: "y" } }, b: { controlPlane: true } }],
    ["a sorted list in v1beta2", cluster("v1beta2"), sorted],
  ])("are %s", (_, view, want) => {
    const foo = object();
    setFailureDomains(foo, view, domains);
    expect(foo.status).toEqual({ failureDomains: want });
    expect(getFailureDomains(foo, view)).toEqual(sorted);
    setFailureDomains(foo, view, []);
    expect(foo).toEqual(object());
  });

  it("fail when they are neither", () => {
    expect(() => getFailureDomains(object({ status: { failureDomains: "a" } }), cluster("v1beta2"))).toThrow(
      "status.failureDomains is not a map or a list",
    );
  });
});

describe("an InfraMachine", () => {
  it("reports its placement where the contract reads it", () => {
    const foo = object({ spec: { failureDomain: "old", providerID: "p://a" }, status: { failureDomain: "new" } });
    expect([getPlacement(foo, machine("v1beta1")), getPlacement(foo, machine("v1beta2")), getProviderID(foo)]).toEqual([
      "old",
      "new",
      "p://a",
    ]);
  });

  it("has addresses, or none", () => {
    expect(getAddresses(object())).toEqual([]);
    expect(getAddresses(object({ status: { addresses: [{ type: "Hostname", address: "a" }] } }))).toEqual([
      { type: "Hostname", address: "a" },
    ]);
    expect(() => getAddresses(object({ status: { addresses: {} } }))).toThrow("status.addresses is not a list");
  });
});

describe("a terminal failure", () => {
  const failure = { reason: "Broken", message: "for good" };

  it("is a matter of contract v1beta1", () => {
    const foo = object();
    setTerminalFailure(foo, machine("v1beta1"), failure);
    expect(foo.status).toEqual({ failureReason: "Broken", failureMessage: "for good" });
    expect(getTerminalFailure(foo)).toEqual(failure);
    expect([hasTerminalFailures(machine("v1beta1")), hasTerminalFailures(machine("v1beta2"))]).toEqual([true, false]);
  });

  it("cannot be reported under contract v1beta2", () => {
    expect(() => setTerminalFailure(object(), cluster("v1beta2"), failure)).toThrow(
      "contract v1beta2 has no field failureReason for InfraCluster",
    );
  });
});
