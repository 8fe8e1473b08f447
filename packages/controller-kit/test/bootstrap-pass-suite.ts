// BootstrapConfigs: two kinds of owners, the Secret that the kit writes, when the author is called again, and Secrets of others.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { conditionsAt, type AnyCondition } from "@capstan/contract/conditions";
import type { KubeObject, Resource } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { dataCreated, type NewBootstrapData } from "../src/authoring/bootstrap-config.ts";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { removed, waiting } from "../src/authoring/result.ts";
import { kindShapeOf } from "../src/workflow/kind-shape.ts";
import { FooConfig, OldConfig } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
let bench: PassBench;
let calls: string[];
let data: NewBootstrapData | undefined;

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  calls = [];
  data = { value: "first" };
});
afterEach(() => {
  vi.useRealTimers();
});

const fooConfig: ControllerDefinition<object> = kit.bootstrapConfig(FooConfig, {
  conditions: { DataReady: ["Waiting", "Created"] },
  async reconcile({ machine, machinePool, controlPlane }) {
    calls.push(`${(machine ?? machinePool)?.kind}${controlPlane ? " of the control plane" : ""}`);
    return data === undefined ? waiting("DataReady", "Waiting", "no token yet") : dataCreated(data);
  },
});

/** A Cluster whose infrastructure is provisioned. */
async function provisionedCluster(): Promise<Cluster> {
  const cluster = await bench.cluster("c");
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  return cluster;
}

/** The config "m" of an owner. */
function configOf<T extends KubeObject>(owner: KubeObject, resource: Resource<T>): Promise<KubeObject> {
  const reference = ownerReferenceTo(owner, { controller: true, blockOwnerDeletion: true });
  return bench.create<KubeObject>(resource, { metadata: { name: "m", ownerReferences: [reference] } });
}

async function machineWithConfig(spec: Partial<Machine["spec"]> = {}): Promise<Machine> {
  const machine = await bench.machine("m", await provisionedCluster(), spec);
  await configOf(machine, FooConfig);
  return machine;
}

async function secretData(name = "m"): Promise<Record<string, string>> {
  const secret = await bench.get(Secret, name);
  const entries = Object.entries(secret.data ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, "base64").toString()]));
}

function ready(object: KubeObject): string {
  const list: readonly AnyCondition[] = conditionsAt(object, kindShapeOf(FooConfig).conditions);
  const condition = list.find(({ type }) => type === "Ready");
  return `${condition?.status}/${condition?.reason}: ${condition?.message}`;
}

test("the data of a Machine is in a Secret that the config controls", async () => {
  await machineWithConfig();
  await bench.patch(Machine, "m", { metadata: { labels: { "cluster.x-k8s.io/control-plane": "" } } });
  await bench.settle(fooConfig, "m");
  const config = await bench.get(FooConfig, "m");
  const secret = await bench.get(Secret, "m");
  expect(await secretData()).toEqual({ value: "first", format: "cloud-config" });
  expect(secret).toMatchObject({
    type: "cluster.x-k8s.io/secret",
    metadata: { labels: { "cluster.x-k8s.io/cluster-name": "c" } },
  });
  expect(secret.metadata.ownerReferences).toEqual([
    {
      apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
      kind: "FooConfig",
      name: "m",
      uid: config.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ]);
  expect(config.status).toMatchObject({ initialization: { dataSecretCreated: true }, dataSecretName: "m" });
  expect(config.metadata.finalizers).toBeUndefined();
  expect(ready(config)).toBe("True/Ready: ");
  expect(calls).toEqual(["Machine of the control plane"]);
});

test("the flag is set only after the Secret exists, and the author is not called for data that exists", async () => {
  await machineWithConfig();
  data = undefined;
  await bench.settle(fooConfig, "m");
  const waitingConfig = await bench.get(FooConfig, "m");
  expect(waitingConfig.status?.initialization).toBeUndefined();
  expect(ready(waitingConfig)).toBe("False/NotReady: * DataReady: no token yet");
  data = { value: "second", format: "ignition" };
  await bench.settle(fooConfig, "m");
  await bench.settle(fooConfig, "m");
  expect(await secretData()).toEqual({ value: "second", format: "ignition" });
  expect(calls).toEqual(["Machine", "Machine"]);
});

test("contract v1beta1 has status.ready", async () => {
  const machine = await bench.machine("m", await provisionedCluster());
  await configOf(machine, OldConfig);
  const controller = kit.bootstrapConfig(OldConfig, { reconcile: async () => dataCreated({ value: "x" }) });
  await bench.settle(controller, "m");
  expect((await bench.get(OldConfig, "m")).status).toMatchObject({ ready: true, dataSecretName: "m" });
});

test("waits for the infrastructure of the Cluster", async () => {
  const machine = await bench.machine("m", await bench.cluster("c"));
  await configOf(machine, FooConfig);
  await bench.settle(fooConfig, "m");
  expect(ready(await bench.get(FooConfig, "m"))).toBe(
    "False/WaitingForClusterInfrastructure: the infrastructure of the Cluster is not provisioned yet",
  );
  expect(calls).toEqual([]);
});

test("a Secret that is deleted before the machine exists is created again, afterwards not", async () => {
  await machineWithConfig();
  await bench.settle(fooConfig, "m");
  await bench.patch(Machine, "m", { spec: { bootstrap: { dataSecretName: "m" } } });
  await bench.remove(Secret, "m");
  await bench.settle(fooConfig, "m");
  expect(await secretData()).toMatchObject({ value: "first" });
  await bench.patchStatus(Machine, "m", { status: { initialization: { infrastructureProvisioned: true } } });
  await bench.remove(Secret, "m");
  await bench.settle(fooConfig, "m");
  await expect(bench.get(Secret, "m")).rejects.toThrow("not found");
  expect(calls).toEqual(["Machine", "Machine"]);
});

test("after a move the status is derived from the Machine", async () => {
  await machineWithConfig({ bootstrap: { dataSecretName: "of-the-user" } });
  await bench.settle(fooConfig, "m");
  const { status } = await bench.get(FooConfig, "m");
  expect(status).toMatchObject({ initialization: { dataSecretCreated: true }, dataSecretName: "of-the-user" });
  expect(calls).toEqual([]);
});

test("a Secret that the config does not control is neither used nor written", async () => {
  await machineWithConfig();
  await bench.create(Secret, {
    metadata: { name: "m" },
    data: { value: Buffer.from("of another").toString("base64") },
  });
  await expect(bench.settle(fooConfig, "m")).rejects.toThrow(
    `Secret ${bench.namespace}/m exists, and the FooConfig of the same name is not its controller`,
  );
  expect(await secretData()).toEqual({ value: "of another" });
  expect((await bench.get(FooConfig, "m")).status?.dataSecretName).toBeUndefined();
});

test("data is renewed while somebody may still read it: for a Machine until it exists", async () => {
  data = { value: "first", renewAfter: "1h" };
  await machineWithConfig();
  await bench.settle(fooConfig, "m");
  expect((await bench.pass(fooConfig, "m")).requeueAfter).toMatch(/^(1h|59m59)/);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_700_000 });
  data = { value: "second", renewAfter: "1h" };
  expect(await bench.pass(fooConfig, "m")).toEqual({ step: "reconciled", requeueAfter: "1h" });
  expect(await secretData()).toMatchObject({ value: "second" });
  vi.setSystemTime(Date.now() + 3_700_000);
  await bench.patchStatus(Machine, "m", { status: { initialization: { infrastructureProvisioned: true } } });
  expect(await bench.pass(fooConfig, "m")).toEqual({ step: "reconciled" });
  expect(calls).toEqual(["Machine", "Machine"]);
});

test("data of a MachinePool is renewed for ever, and a renewal that must wait keeps what exists", async () => {
  data = { value: "first", renewAfter: "1h" };
  const cluster = await provisionedCluster();
  await configOf(await bench.machinePool("m", cluster, { bootstrap: { dataSecretName: "m" } }), FooConfig);
  await bench.settle(fooConfig, "m");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_700_000 });
  data = undefined;
  await bench.pass(fooConfig, "m");
  expect(await secretData()).toMatchObject({ value: "first" });
  expect((await bench.get(FooConfig, "m")).status?.initialization).toEqual({ dataSecretCreated: true });
  data = { value: "second" };
  expect(await bench.pass(fooConfig, "m")).toEqual({ step: "reconciled" });
  expect(await secretData()).toMatchObject({ value: "second" });
  expect((await bench.get(Secret, "m")).metadata.annotations ?? {}).toEqual({});
  expect(calls).toEqual(["MachinePool", "MachinePool", "MachinePool"]);
});

test("a spec that changes while the machine is updated in place makes no new data", async () => {
  await machineWithConfig();
  await bench.settle(fooConfig, "m");
  const before = await bench.get(Secret, "m");
  data = { value: "second" };
  const annotations = { "in-place-updates.internal.cluster.x-k8s.io/update-in-progress": "" };
  await bench.patch(FooConfig, "m", { metadata: { annotations }, spec: { files: ["changed"] } });
  await bench.settle(fooConfig, "m");
  expect(await bench.get(Secret, "m")).toEqual(before);
  expect(calls).toEqual(["Machine"]);
});

describe("the expiry of certificates", () => {
  const expiry = "machine.cluster.x-k8s.io/certificates-expiry";
  const annotated = async (): Promise<string | undefined> =>
    (await bench.get(FooConfig, "m")).metadata.annotations?.[expiry];

  test("is an annotation that core reads, and comes back when it is removed", async () => {
    data = { value: "first", certificatesExpiry: new Date("2030-01-02T03:04:05.678Z") };
    await machineWithConfig();
    await bench.settle(fooConfig, "m");
    expect(await annotated()).toBe("2030-01-02T03:04:05Z");
    await bench.patch(FooConfig, "m", { metadata: { annotations: { [expiry]: null } } });
    await bench.settle(fooConfig, "m");
    expect(await annotated()).toBe("2030-01-02T03:04:05Z");
    expect(calls).toEqual(["Machine"]);
  });

  test.each(["soon", "+012345-01-01T00:00:00Z"])(
    "is not copied from a Secret in which somebody wrote %s",
    async (time) => {
      await machineWithConfig();
      await bench.settle(fooConfig, "m");
      await bench.patch(Secret, "m", { metadata: { annotations: { [expiry]: time } } });
      await bench.settle(fooConfig, "m");
      expect(await annotated()).toBeUndefined();
    },
  );

  test("that is no date fails in the author's function", () => {
    expect(() => dataCreated({ value: "x", certificatesExpiry: new Date("soon") })).toThrow("Invalid time value");
  });
});

test.each([
  { name: "cloud-init without it", data: { value: "first" }, warns: true },
  { name: "Ignition without it", data: { value: "{}", format: "ignition" }, warns: true },
  { name: "cloud-init with it", data: { value: "touch /run/cluster-api/bootstrap-success.complete" }, warns: false },
  { name: "a format of its own", data: { value: "eJwDAAAAAAE=", format: "packed" }, warns: false },
])("data that names no file for success is a warning: $name", async ({ data: given, warns }) => {
  data = given;
  await machineWithConfig();
  const warnings: string[] = [];
  const log = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  await bench.pass(fooConfig, "m", { log });
  await bench.pass(fooConfig, "m", { log });
  const text = `FooConfig ${bench.namespace}/m: its data does not name /run/cluster-api/bootstrap-success.complete; the contract demands that the machine creates it once it is a Node`;
  expect(warnings).toEqual(warns ? [text] : []);
  expect(warnings.join()).not.toContain(given.value);
});

test("with a delete function the config has a finalizer until it returns removed", async () => {
  await machineWithConfig();
  const controller = kit.bootstrapConfig(FooConfig, {
    reconcile: async () => dataCreated({ value: "x" }),
    async delete({ machine }) {
      calls.push(`delete for ${machine?.metadata.name}`);
      return removed();
    },
  });
  await bench.settle(controller, "m");
  await bench.remove(FooConfig, "m");
  await bench.settle(controller, "m");
  expect(await bench.pass(controller, "m")).toEqual({ step: "not-found" });
  expect(calls).toEqual(["delete for m"]);
});

test("a wrong duration fails in the author's function", () => {
  expect(() => dataCreated({ value: "x", renewAfter: "soon" })).toThrow("soon");
});
