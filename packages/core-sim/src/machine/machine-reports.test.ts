// What a Machine says of its infrastructure and its Node: what was lost, failures, health, and when it is available.
import { Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { Node } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();

test("an InfraMachine that was deleted after it was provisioned", async () => {
  await setup.cluster();
  await setup.machine("w");
  await setup.steps(3);
  await setup.provision("w");
  await setup.steps(3);
  await setup.client.delete(foo.machine, setup.key("w"));
  await setup.steps(3);
  expect(await setup.condition(Machine, "w", "InfrastructureReady")).toEqual({
    status: "False",
    reason: "Deleted",
    message: "FooMachine has been deleted while the Machine still exists",
  });
  const { status } = await setup.client.get(Machine, setup.key("w"));
  expect(status?.deprecated?.v1beta1?.failureReason).toBe("InvalidConfiguration");
});

test("an InfraMachine that never existed, of a Machine that is deleted", async () => {
  await setup.cluster();
  await setup.machine("w", { finalizers: ["example.com/mine"] });
  await setup.client.delete(foo.machine, setup.key("w"));
  await setup.steps(3);
  await setup.client.delete(Machine, setup.key("w"));
  await setup.steps(3);
  expect(await setup.condition(Machine, "w", "InfrastructureReady")).toMatchObject({ reason: "DoesNotExist" });
  expect(await setup.condition(Machine, "w", "Deleting")).toMatchObject({ message: "Deletion completed" });
});

test("a deletion says what it waits for", async () => {
  await setup.cluster();
  await setup.machine("w");
  await setup.change(foo.machine, "w", { metadata: { finalizers: ["example.com/mine"] } });
  await setup.steps(3);
  await setup.client.delete(Machine, setup.key("w"));
  await setup.steps(3);
  const reason = "WaitingForInfrastructureDeletion";
  const message = "Waiting for FooMachine to be deleted";
  expect(await setup.condition(Machine, "w", "Deleting")).toMatchObject({ reason, message });
  expect((await setup.condition(Machine, "w", "Ready"))?.message).toContain(
    `* Deleting: Machine deletion in progress, stage: ${reason}`,
  );
});

test("a Node that was deleted, and one that is not healthy", async () => {
  const node = await setup.runningMachine();
  expect(await setup.condition(Machine, "w", "NodeHealthy")).toMatchObject({ status: "True", reason: "NodeHealthy" });
  await setup.nodeConditions(node, { DiskPressure: "True" });
  await setup.steps(1);
  expect(await setup.condition(Machine, "w", "NodeHealthy")).toEqual({
    status: "False",
    reason: "NodeNotHealthy",
    message: "* Node.DiskPressure: Condition is True",
  });
  expect(await setup.condition(Machine, "w", "NodeReady")).toMatchObject({ status: "True" });
  await setup.nodeConditions(node, { Ready: "Unknown" });
  await setup.steps(1);
  const unknown = { status: "Unknown", reason: "NodeHealthyUnknown" };
  expect(await setup.condition(Machine, "w", "NodeHealthy")).toMatchObject(unknown);
  await setup.client.delete(Node, { namespace: "", name: node });
  await setup.steps(3);
  expect(await setup.condition(Machine, "w", "NodeHealthy")).toEqual({
    status: "False",
    reason: "NodeDeleted",
    message: `Node ${node} has been deleted while the Machine still exists`,
  });
});

test("a terminal failure of contract v1beta1 arrives in the Machine", async () => {
  await setup.cluster();
  await setup.machine("w", { kind: foo.oldMachine });
  await setup.steps(2);
  await setup.change(foo.oldMachine, "w", { status: { failureReason: "CreateError", failureMessage: "no quota" } });
  await setup.steps(2);
  const { status } = await setup.client.get(Machine, setup.key("w"));
  expect(status?.deprecated?.v1beta1).toMatchObject({
    failureReason: "CreateError",
    failureMessage:
      'Failure detected from referenced resource infrastructure.cluster.x-k8s.io/v1, Kind=OldMachine with name "w": no quota',
  });
});

test("a Machine is available after minReadySeconds", async () => {
  let ahead = 0;
  setup.simulate({ now: () => Date.now() + ahead });
  await setup.runningMachine({ minReadySeconds: 3600 });
  expect(await setup.condition(Machine, "w", "Ready")).toMatchObject({ status: "True" });
  const waiting = { status: "False", reason: "WaitingForMinReadySeconds" };
  expect(await setup.condition(Machine, "w", "Available")).toMatchObject(waiting);
  ahead = 3_600_000;
  await setup.steps(1);
  expect(await setup.condition(Machine, "w", "Available")).toMatchObject({ status: "True", reason: "Available" });
});

test("a Machine that waits for its Node is Ready Unknown, with the cause", async () => {
  await setup.cluster();
  await setup.machine("w");
  await setup.steps(3);
  expect((await setup.condition(Machine, "w", "Ready"))?.message).toContain(
    "* InfrastructureReady: FooMachine status.initialization.provisioned is false",
  );
  await setup.provision("w");
  await setup.steps(3);
  expect(await setup.condition(Machine, "w", "Ready")).toEqual({
    status: "Unknown",
    reason: "ReadyUnknown",
    message: "* NodeHealthy: Waiting for Cluster status.initialization.infrastructureProvisioned to be true",
  });
});

test("addresses that a provider takes back", async () => {
  await setup.cluster();
  await setup.machine("w");
  await setup.steps(3);
  const addresses = [{ type: "InternalIP", address: "10.0.0.1" }];
  await setup.change(foo.machine, "w", { status: { addresses } });
  await setup.provision("w");
  await setup.steps(3);
  expect((await setup.client.get(Machine, setup.key("w"))).status?.addresses).toEqual(addresses);
  await setup.change(foo.machine, "w", { status: { addresses: [] } });
  await setup.steps(3);
  expect((await setup.client.get(Machine, setup.key("w"))).status?.addresses ?? []).toEqual([]);
});

test("without a config the data counts as given", async () => {
  await setup.cluster();
  await setup.machine("w", { spec: { bootstrap: {} } });
  await setup.steps(3);
  const given = { status: "True", reason: "DataSecretProvided" };
  expect(await setup.condition(Machine, "w", "BootstrapConfigReady")).toMatchObject(given);
});

test("a Machine of a MachineSet without a MachineDeployment has no UpToDate", async () => {
  await setup.cluster();
  await setup.create(foo.template, "t", { template: { spec: {} } });
  const infrastructureRef = { apiGroup: foo.template.group, kind: "FooMachineTemplate", name: "t" };
  await setup.client.create(MachineSet, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: setup.key("s"),
    spec: {
      clusterName: "c",
      replicas: 1,
      selector: { matchLabels: {} },
      template: { spec: { clusterName: "c", bootstrap: { dataSecretName: "b" }, infrastructureRef } },
    },
  });
  await setup.steps(6);
  const [found] = await setup.machines();
  expect(await setup.condition(Machine, found?.metadata.name ?? "", "UpToDate")).toBeUndefined();
  expect(await setup.condition(MachineSet, "s", "MachinesUpToDate")).toMatchObject({ status: "True" });
});

test("without a control plane and machines of one, a worker is ready once its Node is", async () => {
  await setup.cluster();
  await setup.clusterReady();
  await setup.kubeconfig();
  await setup.machine("w");
  await setup.steps(3);
  await setup.provision("w");
  await setup.node("w");
  await setup.steps(3);
  expect(await setup.condition(Machine, "w", "Ready")).toMatchObject({ status: "True" });
});

test("a worker waits for the control plane, then for the connection, then for its Node", async () => {
  await setup.clusterWithControlPlane();
  await setup.clusterReady();
  await setup.machine("w");
  await setup.steps(3);
  const waiting = (message: string, reason: string): object => ({ status: "Unknown", reason, message });
  const health = (): Promise<unknown> => setup.condition(Machine, "w", "NodeHealthy");
  expect(await health()).toEqual(waiting("Waiting for Cluster control plane to be initialized", "InspectionFailed"));
  await setup.controlPlaneReady();
  await setup.steps(2);
  await setup.change(Machine, "w", { status: { conditions: [] } });
  await setup.steps(1);
  expect(await health()).toEqual(waiting("Remote connection not established yet", "ConnectionDown"));
  await setup.kubeconfig();
  await setup.steps(2);
  expect(await health()).toEqual(waiting("Waiting for FooMachine to report spec.providerID", "InspectionFailed"));
  await setup.provision("w");
  await setup.steps(2);
  const message = `Waiting for a Node with spec.providerID ${setup.providerID("w")} to exist`;
  expect(await health()).toEqual(waiting(message, "InspectionFailed"));
});
