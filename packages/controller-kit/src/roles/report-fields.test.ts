// What the compiler does not see: reports of authors without types, with fields that the kit would not write.
import { isCapstanError } from "@capstan/kube";
import { expect, test } from "vitest";
import { dataCreated } from "../authoring/bootstrap-config.ts";
import type { RoleName } from "../authoring/controller-definition.ts";
import { allocated, exhausted } from "../authoring/ip-pool.ts";
import { done, provisioned, type Result, waiting } from "../authoring/result.ts";
import { checkReport } from "./report-fields.ts";

function messageOf(role: RoleName, result: Result<string>): string {
  try {
    checkReport(role, result);
    return "accepted";
  } catch (error) {
    return isCapstanError(error) ? `${error.code}: ${error.message}; ${error.help}` : String(error);
  }
}

const withMore = { value: "x", address: "10.0.0.1", prefix: 24, vlan: 7 };

test.each<[RoleName, Result<string>, string]>([
  [
    "InfraCluster",
    provisioned({ endpoint: { host: "a", port: 1 }, failureDomain: "a" }),
    'workflow/unknown-field: `provisioned` of kit.infraCluster takes no "failureDomain"; use only: endpoint, failureDomains',
  ],
  [
    "InfraMachine",
    provisioned({ providerID: "foo://a", adresses: [] }),
    'workflow/unknown-field: `provisioned` of kit.infraMachine takes no "adresses"; use only: providerID, addresses, failureDomain',
  ],
  [
    "InfraMachinePool",
    provisioned({ providerIDs: [], machnes: [] }),
    'workflow/unknown-field: `provisioned` of kit.infraMachinePool takes no "machnes"; use only: providerIDs, replicas, machines, providerID',
  ],
])("an unknown field of a report for %s", (role, result, want) => {
  expect(messageOf(role, result)).toBe(want);
});

test.each<[RoleName, Result<string>]>([
  ["BootstrapConfig", dataCreated(withMore)],
  ["IPPool", allocated(withMore)],
  ["InfraCluster", provisioned()],
  ["InfraCluster", provisioned({})],
  ["InfraCluster", waiting("Found", "Creating")],
  ["InfraMachine", provisioned({ providerID: "foo://a", addresses: [], failureDomain: "a" })],
  ["InfraMachinePool", provisioned({ providerIDs: [], replicas: 0, machines: [], providerID: "foo://a" })],
  [
    "BootstrapConfig",
    dataCreated({ value: "x", format: "ignition", renewAfter: "1h", certificatesExpiry: new Date(0) }),
  ],
  ["IPPool", allocated({ address: "10.0.0.1", prefix: 24, gateway: "10.0.0.254" })],
  ["IPPool", exhausted("all are in use")],
  ["plain", done()],
])("%s takes what it knows", (role, result) => {
  expect(messageOf(role, result)).toBe("accepted");
});
