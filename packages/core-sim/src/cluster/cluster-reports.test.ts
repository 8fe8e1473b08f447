// What a Cluster says of an infrastructure that was lost, of failures, and of its deletion.
import { Cluster, MachinePool, MachineSet } from "@capstan/api/core/v1beta2";
import { machinePoolLabels, ownerReferenceTo } from "@capstan/contract";
import { beforeEach, expect, test } from "vitest";
import { foo, type FooSetup, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();
beforeEach(async () => {
  await setup.cluster();
  await setup.steps(2);
});

const condition = (type: string): ReturnType<FooSetup["condition"]> => setup.condition(Cluster, "c", type);

test("an InfraCluster that was deleted after it was provisioned", async () => {
  await setup.clusterReady();
  await setup.steps(2);
  await setup.client.delete(foo.cluster, setup.key("a"));
  await setup.steps(2);
  expect(await condition("InfrastructureReady")).toEqual({
    status: "False",
    reason: "Deleted",
    message: "FooCluster has been deleted while the cluster still exists",
  });
});

test("a topology that is not reconciled yet", async () => {
  await setup.client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { ...setup.key("t"), finalizers: ["example.com/mine"] },
    spec: { topology: { classRef: { name: "missing" }, version: "v1.35.0", controlPlane: { replicas: 3 } } },
  });
  await setup.steps(2);
  const parts = (): Promise<readonly unknown[]> =>
    Promise.all(
      ["InfrastructureReady", "ControlPlaneAvailable", "ControlPlaneInitialized"].map((type) =>
        setup.condition(Cluster, "t", type),
      ),
    );
  const waits = { reason: "DoesNotExist", message: "Waiting for cluster topology to be reconciled" };
  expect(await parts()).toEqual(["False", "False", "Unknown"].map((status) => ({ status, ...waits })));
  expect(await setup.condition(Cluster, "t", "Available")).toMatchObject({ status: "False", reason: "NotAvailable" });
  expect((await setup.client.get(Cluster, setup.key("t"))).status?.controlPlane).toEqual({});
});

test("an InfraCluster that never existed, of a Cluster that is deleted", async () => {
  await setup.machine("w");
  await setup.change(foo.machine, "w", { metadata: { finalizers: ["example.com/mine"] } });
  await setup.client.delete(foo.cluster, setup.key("a"));
  await setup.steps(2);
  await setup.client.delete(Cluster, setup.key("c"));
  await setup.steps(2);
  const missing = { reason: "DoesNotExist", message: "FooCluster does not exist" };
  expect(await condition("InfrastructureReady")).toMatchObject(missing);
});

test("a deletion says what it waits for", async () => {
  for (const [resource, name] of [[foo.cluster, "a"] as const, [foo.machine, "w"] as const]) {
    if (name === "w") await setup.machine("w");
    await setup.change(resource, name, { metadata: { finalizers: ["example.com/mine"] } });
  }
  await setup.clusterReady();
  await setup.steps(3);
  await setup.client.delete(Cluster, setup.key("c"));
  await setup.steps(3);
  const workers = { reason: "WaitingForWorkersDeletion", message: "* Worker Machines: w" };
  expect(await condition("Deleting")).toMatchObject(workers);
  // Without a condition of the provider the older condition falls back.
  const { status } = await setup.client.get(Cluster, setup.key("c"));
  expect(status?.deprecated?.v1beta1?.conditions).toContainEqual(
    expect.objectContaining({ type: "InfrastructureReady", status: "False", reason: "Deleting" }),
  );
  await setup.change(foo.machine, "w", { metadata: { finalizers: null } });
  await setup.steps(4);
  const infrastructure = {
    reason: "WaitingForInfrastructureDeletion",
    message: "Waiting for FooCluster to be deleted",
  };
  expect(await condition("Deleting")).toMatchObject(infrastructure);
});

test("a failure names the object that reports it", async () => {
  await setup.change(foo.cluster, "a", { status: { failureReason: "CreateError", failureMessage: "no quota" } });
  await setup.steps(1);
  expect((await setup.client.get(Cluster, setup.key("c"))).status?.deprecated?.v1beta1).toMatchObject({
    failureReason: "CreateError",
    failureMessage:
      'Failure detected from referenced resource infrastructure.cluster.x-k8s.io/v1, Kind=FooCluster with name "a": no quota',
  });
});

test("with watches, a Machine has its finalizer before its infrastructure is claimed", async () => {
  setup.simulate({ watch: true });
  await setup.machine("w");
  const isClaimed = async (): Promise<boolean> => {
    await setup.sim.step();
    return setup.sim.writes.some(({ kind }) => kind === "FooMachine");
  };
  await expect.poll(isClaimed).toBe(true);
  const kinds = setup.sim.writes.map(({ kind, body }) => [kind, JSON.stringify(body ?? "").includes("finalizers")]);
  const finalizer = kinds.findIndex(([kind, has]) => kind === "Machine" && has === true);
  expect(finalizer).toBeGreaterThanOrEqual(0);
  expect(finalizer).toBeLessThan(kinds.findIndex(([kind]) => kind === "FooMachine"));
});

test("MachinePools and their machines do not count in what a Cluster says of its workers", async () => {
  const reported = async (): Promise<readonly string[]> => {
    const types = ["WorkersAvailable", "RollingOut", "ScalingUp", "ScalingDown", "WorkerMachinesReady"];
    const found = await Promise.all(types.map(condition));
    return found.map((each) =>
      Object.values(each ?? {})
        .join(" ")
        .trim(),
    );
  };
  await setup.pool();
  await setup.machine("p-0", { labels: { "cluster.x-k8s.io/pool-name": "p" } });
  await setup.steps(3);
  const idle = ["False NotRollingOut", "False NotScalingUp", "False NotScalingDown", "True NoReplicas"];
  expect(await reported()).toEqual(["True NoWorkers", ...idle]);
  await setup.deployment(0);
  await setup.steps(4);
  const waits = "Unknown AvailableUnknown * MachineDeployment md: Waiting for status.availableReplicas set";
  expect(await reported()).toEqual([waits, ...idle]);
});

test("the numbers of workers are those that pools report, and those of the other machines", async () => {
  await setup.pool();
  await setup.machine("p-0", { labels: { "cluster.x-k8s.io/pool-name": "other" } });
  await setup.machine("w");
  await setup.steps(3);
  await setup.change(MachinePool, "p", { spec: { replicas: 3 }, status: { replicas: 2 } });
  await setup.steps(2);
  expect((await setup.client.get(Cluster, setup.key("c"))).status?.workers).toEqual({
    desiredReplicas: 4,
    replicas: 3,
    readyReplicas: 2,
    availableReplicas: 2,
    upToDateReplicas: 3,
  });
});

test("a MachineSet without a deployment counts as what it wants and reports, and versions are those that owners report", async () => {
  await setup.pool();
  await setup.client.create(MachineSet, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: {
      ...setup.key("s"),
      ownerReferences: [ownerReferenceTo(await setup.client.get(Cluster, setup.key("c")))],
    },
    spec: {
      clusterName: "c",
      replicas: 3,
      selector: { matchLabels: { set: "s" } },
      template: {
        metadata: { labels: { set: "s" } },
        spec: {
          clusterName: "c",
          bootstrap: { dataSecretName: "data" },
          infrastructureRef: { apiGroup: foo.machine.group, kind: "FooMachineTemplate", name: "missing" },
        },
      },
    },
  });
  await setup.change(MachinePool, "p", { spec: { replicas: 2 } });
  const labels = machinePoolLabels(await setup.client.get(MachinePool, setup.key("p")));
  await setup.machine("p-0", { labels, spec: { version: "v1.36.0" } });
  await setup.machine("w", { spec: { version: "v1.9.0" } });
  await setup.steps(4);
  expect((await setup.client.get(Cluster, setup.key("c"))).status?.workers).toMatchObject({
    desiredReplicas: 6,
    replicas: 1,
    versions: [
      { version: "v1.9.0", replicas: 1 },
      { version: "v1.36.0", replicas: 1 },
    ],
  });
});

test("without workers, a Cluster has no numbers of them", async () => {
  expect((await setup.client.get(Cluster, setup.key("c"))).status?.workers ?? {}).toEqual({});
});
