// The order in which a control plane deletes Machines and fills failure domains, as Cluster API's has it.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { machineToDelete, nextFailureDomain } from "./failure-domains.ts";

/** Failure domains for control planes, and one for workers. */
function clusterWith(domains: readonly string[]): Cluster {
  const failureDomains = domains.map((name) => ({ name, controlPlane: true }));
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c" },
    spec: {},
    status: { failureDomains: [{ name: "workers", controlPlane: false }, ...failureDomains] },
  };
}

/** From `name`, `name@domain` or `!name@domain`, which is marked for deletion. */
function machine(written: string): Machine {
  const [, mark, name = "", failureDomain] = /^(!?)(\w+)(?:@(\w+))?$/.exec(written) ?? [];
  const annotations = { "cluster.x-k8s.io/delete-machine": "" };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name, ...(mark === "" ? {} : { annotations }) },
    spec: {
      clusterName: "c",
      ...(failureDomain === undefined ? {} : { failureDomain }),
      bootstrap: {},
      infrastructureRef: { apiGroup: "a", kind: "A", name },
    },
  };
}

test.each([
  { domains: "", all: "a b c", outdated: "", first: "a" },
  { domains: "", all: "a@x b@y c@y", outdated: "", first: "a" },
  { domains: "x y", all: "a@x b@y c@y", outdated: "", first: "b" },
  { domains: "x y", all: "a@x b@x c@y d", outdated: "", first: "d" },
  { domains: "x y", all: "a@x b@x c@workers d@old", outdated: "", first: "c" },
  { domains: "x y", all: "a@x b@x c@x d@y e@y", outdated: "c d e", first: "d" },
  { domains: "x y", all: "a@x b@y c@x", outdated: "b c", first: "c" },
  { domains: "x y", all: "a@old b@y !c@x", outdated: "", first: "c" },
  { domains: "x y", all: "a@x !b@y !c@x", outdated: "a c", first: "c" },
  { domains: "x y", all: "a@x !b@y", outdated: "a", first: "b" },
])("of $all, with $outdated to replace and the domains $domains, $first is deleted", (each) => {
  const [domains = [], all = [], names = []] = [each.domains, each.all, each.outdated].map((list) => list.split(" "));
  const machines = all.map(machine);
  const cluster = clusterWith(domains.filter((name) => name !== ""));
  const outdated = machines.filter(({ metadata: { name = "" } }) => names.includes(name));
  expect(machineToDelete({ cluster, machines, outdated: new Map() }, outdated)?.metadata.name).toBe(each.first);
});

test.each([
  { domains: "x y", all: "a@x", outdated: "", next: "y" },
  { domains: "x y", all: "a@x b@y c@y", outdated: "b c", next: "y" },
  { domains: "x y", all: "a@x b@y c@y", outdated: "a b c", next: "x" },
  { domains: "workers", all: "a@old", outdated: "", next: "workers" },
])("beside $all, with $outdated to replace, the next machine is in $next", (each) => {
  const machines = each.all.split(" ").map(machine);
  const outdated = new Map(each.outdated.split(" ").map((name) => [name, ["it is old"]]));
  expect(nextFailureDomain({ cluster: clusterWith(each.domains.split(" ")), machines, outdated })).toBe(each.next);
});

test("without failure domains for control planes a machine gets none", () => {
  expect(nextFailureDomain({ cluster: clusterWith([]), machines: [], outdated: new Map() })).toBeUndefined();
});
