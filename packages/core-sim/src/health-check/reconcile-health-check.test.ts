// MachineHealthChecks that nobody but a user has made: their defaults, and how many machines are healthy.
import { MachineHealthCheck, type MachineHealthCheckSpec } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();
const selector = { matchLabels: { "cluster.x-k8s.io/control-plane": "" } };

async function create(spec: Partial<MachineHealthCheckSpec> = {}): Promise<void> {
  const metadata = setup.key("check");
  await setup.client.create(MachineHealthCheck, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineHealthCheck",
    metadata,
    spec: { clusterName: "c", selector, ...spec },
  });
}

const check = (): Promise<MachineHealthCheck> => setup.client.get(MachineHealthCheck, setup.key("check"));

/** The machines that are selected, and those that are healthy. */
async function counts(): Promise<readonly unknown[]> {
  const { status } = await check();
  return [status?.expectedMachines, status?.currentHealthy, status?.targets];
}

test("a check has the defaults of core, its Cluster as owner, and counts machines with a ready Node", async () => {
  await setup.runningMachine();
  await create();
  await setup.steps(2);
  const { metadata, spec, status } = await check();
  expect(metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c" });
  expect(metadata.ownerReferences).toMatchObject([{ kind: "Cluster", name: "c" }]);
  expect(spec.checks).toEqual({ nodeStartupTimeoutSeconds: 600 });
  expect(status?.conditions).toMatchObject([{ type: "Paused", status: "False" }]);
  expect(await counts()).toEqual([1, 1, ["w"]]);
});

test("a condition of the Node that lasts is unhealthy", async () => {
  const node = await setup.runningMachine();
  await create({ checks: { unhealthyNodeConditions: [{ type: "Ready", status: "False", timeoutSeconds: 300 }] } });
  await setup.nodeConditions(node, { Ready: "False" });
  await setup.steps(2);
  expect(await counts()).toEqual([1, 0, ["w"]]);
});

test("a machine that waits for its Node is not healthy, and one without checks is not selected", async () => {
  await setup.runningMachine();
  await create();
  await setup.machine("new", { labels: { "cluster.x-k8s.io/control-plane": "" } });
  await setup.machine("other");
  await setup.steps(3);
  expect(await counts()).toEqual([2, 1, ["new", "w"]]);
  await setup.change(MachineHealthCheck, "check", { metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } });
  await setup.steps(2);
  expect((await check()).status?.conditions).toMatchObject([{ type: "Paused", status: "True" }]);
});
