// What differs for machines: two owners, two gates that never delay a deletion, bootstrap data, the report.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { conditionsAt, type AnyCondition } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { provisioned, removed } from "../src/authoring/result.ts";
import { FooCluster, FooMachine } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";
import { kindShapeOf } from "../src/workflow/kind-shape.ts";

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
let bench: PassBench;
let calls: string[];

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  calls = [];
});

const fooMachine: ControllerDefinition<object> = kit.infraMachine(FooMachine, {
  cluster: FooCluster,
  conditions: { InstanceReady: ["Creating", "Running"] },
  async reconcile({ machine, infraCluster, bootstrap, controlPlane, updateInProgress }) {
    const { value, format } = await bootstrap.read();
    if (updateInProgress) calls.push("an extension updates it");
    calls.push(
      `reconcile ${machine.metadata.name} in ${infraCluster.metadata.name} with ${value}/${format ?? "-"} control plane ${controlPlane}`,
    );
    return provisioned({
      providerID: "foo://1",
      addresses: [{ type: "InternalIP", address: "10.0.0.2" }],
      failureDomain: "a",
    });
  },
  async delete({ infraCluster }) {
    calls.push(`delete, the infra cluster is ${infraCluster === undefined ? "deleted" : "there"}`);
    return removed();
  },
});

interface Given {
  readonly provisioned?: boolean;
  readonly infraCluster?: boolean;
  readonly spec?: Partial<Machine["spec"]>;
  readonly controlPlane?: boolean;
}

/** The FooMachine "m" with its Machine and Cluster, in the given state. */
async function given({
  provisioned: done = true,
  infraCluster = true,
  spec = {},
  controlPlane = false,
}: Given): Promise<void> {
  const cluster = await bench.cluster("c");
  if (done) await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  if (infraCluster)
    await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const machine = await bench.machine("m", cluster, spec);
  if (controlPlane) await bench.patch(Machine, "m", { metadata: { labels: { "cluster.x-k8s.io/control-plane": "" } } });
  const owner = ownerReferenceTo(machine, { controller: true, blockOwnerDeletion: true });
  await bench.create(FooMachine, { metadata: { name: "m", ownerReferences: [owner] } });
}

function bootstrapSecret(data: Record<string, string>): Promise<Secret> {
  const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
  return bench.create(Secret, {
    metadata: { name: "boot" },
    type: "cluster.x-k8s.io/secret",
    data: Object.fromEntries(encoded),
  });
}

function ready(object: KubeObject): string {
  const list: readonly AnyCondition[] = conditionsAt(object, kindShapeOf(FooMachine).conditions);
  const condition = list.find(({ type }) => type === "Ready");
  return `${condition?.status}/${condition?.reason}: ${condition?.message}`;
}

test.each([
  {
    gate: "the Cluster's infrastructure",
    state: { provisioned: false, spec: { bootstrap: { dataSecretName: "boot" } } },
    want: "False/WaitingForClusterInfrastructure: the infrastructure of the Cluster is not provisioned yet",
  },
  {
    gate: "bootstrap data that is not named",
    state: { spec: { bootstrap: {} } },
    want: "False/WaitingForBootstrapData: the Machine does not name its bootstrap data Secret yet",
  },
  {
    gate: "an InfraCluster that does not exist",
    state: { infraCluster: false, spec: { bootstrap: { dataSecretName: "boot" } } },
    want: "False/WaitingForClusterInfrastructure: the infrastructure object of the Cluster does not exist",
  },
] as const)("waits for $gate, on a watch", async ({ state, want }) => {
  await given(state);
  await bench.pass(fooMachine, "m");
  await bench.pass(fooMachine, "m");
  expect(await bench.pass(fooMachine, "m")).toEqual({ step: "reconciled" });
  expect(ready(await bench.get(FooMachine, "m"))).toBe(want);
  expect(calls).toEqual([]);
});

test("waits for a Secret that is named and missing, and reads it again", async () => {
  await given({ spec: { bootstrap: { dataSecretName: "boot" } } });
  await bench.pass(fooMachine, "m");
  await bench.pass(fooMachine, "m");
  expect(await bench.pass(fooMachine, "m")).toEqual({ step: "reconciled", requeueAfter: "5s" });
  const want = `False/WaitingForBootstrapData: Secret ${bench.namespace}/boot does not exist`;
  expect(ready(await bench.get(FooMachine, "m"))).toBe(want);
});

test("bootstrap data without a value is an error", async () => {
  await bootstrapSecret({ other: "x" });
  await given({ spec: { bootstrap: { dataSecretName: "boot" } } });
  await expect(bench.settle(fooMachine, "m")).rejects.toThrow(`Secret ${bench.namespace}/boot has no key "value"`);
});

test("reports the provider ID, addresses, failure domain and the flag", async () => {
  await bootstrapSecret({ value: "hello", format: "cloud-config" });
  await given({ controlPlane: true, spec: { bootstrap: { dataSecretName: "boot" } } });
  await bench.settle(fooMachine, "m");
  expect(calls).toEqual(["reconcile m in a with hello/cloud-config control plane true"]);
  const { spec, status } = await bench.get(FooMachine, "m");
  expect(spec).toEqual({ providerID: "foo://1" });
  expect(status?.initialization).toEqual({ provisioned: true });
  expect(status?.addresses).toEqual([{ type: "InternalIP", address: "10.0.0.2" }]);
  expect(status?.failureDomain).toBe("a");
  expect(ready(await bench.get(FooMachine, "m"))).toBe("True/Ready: ");
});

test("no gate delays a deletion, and the InfraCluster may be deleted", async () => {
  await bootstrapSecret({ value: "hello" });
  await given({ spec: { bootstrap: { dataSecretName: "boot" } } });
  await bench.settle(fooMachine, "m");
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: false } } });
  await bench.remove(FooCluster, "a");
  await bench.remove(FooMachine, "m");
  expect(await bench.pass(fooMachine, "m")).toEqual({ step: "reconciled" });
  expect(calls.at(-1)).toBe("delete, the infra cluster is deleted");
  expect(await bench.pass(fooMachine, "m")).toEqual({ step: "not-found" });
});

test("a Machine of the same name with another uid is waited for, also by a deletion", async () => {
  const machine = await bench.machine("m", await bench.cluster("c"));
  await bench.create(FooMachine, {
    metadata: {
      name: "m",
      finalizers: ["foomachine.infrastructure.cluster.x-k8s.io"],
      ownerReferences: [{ ...ownerReferenceTo(machine), uid: "of-the-backup" }],
    },
  });
  expect(await bench.pass(fooMachine, "m")).toEqual({ step: "owner-replaced" });
  await bench.remove(FooMachine, "m");
  expect(await bench.pass(fooMachine, "m")).toEqual({ step: "owner-replaced" });
  expect(calls).toEqual([]);
});

test("without a Machine a deletion removes the finalizer, and the author is not called", async () => {
  await bench.create(FooMachine, {
    metadata: { name: "m", finalizers: ["foomachine.infrastructure.cluster.x-k8s.io"] },
  });
  await bench.remove(FooMachine, "m");
  expect(await bench.pass(fooMachine, "m")).toEqual({ step: "no-owner" });
  expect(await bench.pass(fooMachine, "m")).toEqual({ step: "not-found" });
  expect(calls).toEqual([]);
});

test("the author knows when an extension updates the machine in place", async () => {
  await given({ spec: { bootstrap: { dataSecretName: "boot" } } });
  await bootstrapSecret({ value: "hello" });
  await bench.settle(fooMachine, "m");
  const mark = "in-place-updates.internal.cluster.x-k8s.io/update-in-progress";
  await bench.patch(FooMachine, "m", { metadata: { annotations: { [mark]: "" } }, spec: { size: "large" } });
  await bench.settle(fooMachine, "m");
  await bench.patch(FooMachine, "m", { metadata: { annotations: { [mark]: null } } });
  await bench.settle(fooMachine, "m");
  expect(calls.map((call) => call.split(" ")[0])).toEqual(["reconcile", "an", "reconcile", "reconcile"]);
});

test("of a Machine of a MachinePool, whose data has been read, there is none to read", async () => {
  await given({ spec: { bootstrap: { dataSecretName: "" } } });
  await expect(bench.settle(fooMachine, "m")).rejects.toThrow(
    `Machine ${bench.namespace}/m belongs to a MachinePool, whose machines have read their data`,
  );
});
