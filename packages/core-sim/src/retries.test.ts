// Errors of the server and lost connections: the scripted core tries again in the next step, as a real controller does.
import { coreCrds } from "@capstan/api/crds";
import { Cluster, Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { CapstanError, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv, type Fault, type FaultMatch } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openCrd } from "../test/open-crd.ts";
import { createCoreSim, type CoreSim } from "./core-sim.ts";

const key = { namespace: "default", name: "c" };
const idle = async (): Promise<void> => undefined;
let env: EmbeddedEnv;
let client: Client;
let sim: CoreSim;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(async () => {
  sim = createCoreSim({ client, workloads: false });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key,
    spec: { paused: false },
  });
});
afterEach(async () => {
  env.faults.clear();
  await client.delete(Cluster, key);
  await sim.until(
    { name: "deleted", holds: async () => (await client.find(Cluster, key)) === undefined },
    { idle, maxSteps: 5 },
  );
});

const phased = {
  name: "the Cluster has a phase",
  holds: async () => (await client.get(Cluster, key)).status?.phase !== undefined,
};

test.each<[string, FaultMatch, Fault]>([
  ["a conflict", { verb: "patch", plural: "clusters" }, { reason: "Conflict", times: 2 }],
  ["an error of the server", { verb: "patch", plural: "clusters" }, { reason: "InternalError", times: 2 }],
  ["a rate limit", { verb: "list", plural: "machines" }, { reason: "TooManyRequests", times: 2 }],
  ["a list that fails", { verb: "list", plural: "clusters" }, { reason: "ServiceUnavailable", times: 1 }],
  ["a read of the goal that fails", { verb: "get", plural: "clusters" }, { reason: "InternalError", times: 1 }],
])("%s ends the reconcile, and the next step repeats it", async (_, match, fault) => {
  env.faults.inject(match, fault);
  await expect(sim.until(phased, { idle, maxSteps: 10 })).resolves.toBeUndefined();
});

test("an error that stays is part of the goal's error", async () => {
  env.faults.inject({ verb: "patch", plural: "clusters" }, { reason: "InternalError" });
  await expect(sim.until(phased, { idle, maxSteps: 2 })).rejects.toThrow(
    expect.objectContaining({
      code: "core-sim/goal",
      message: `"the Cluster has a phase" was not reached in 2 steps
  Cluster default/c is without a phase
  the last reconcile of Cluster default/c failed: cannot patch Cluster default/c: injected fault: InternalError`,
    }),
  );
});

test("a rejection that stays as it is ends the step", async () => {
  env.faults.inject({ verb: "patch", plural: "clusters" }, { reason: "Forbidden", times: 1 });
  await expect(sim.step()).rejects.toMatchObject({ code: "client/forbidden" });
});

test("a call without an answer in time is repeated, and is not reported", async () => {
  const reported: Error[] = [];
  sim = createCoreSim({ client, workloads: false, onError: (error) => reported.push(error) });
  vi.spyOn(client, "patch").mockRejectedValueOnce(new CapstanError("client/timeout", "no answer"));
  await sim.until(phased, { idle, maxSteps: 10 });
  expect(reported).toEqual([]);
});

const apiGroup = "infrastructure.cluster.x-k8s.io";
const FooMachine = resourceOf<UnstructuredObject>(`${apiGroup}/v1`, "FooMachine");
const FooMachineTemplate = resourceOf<UnstructuredObject>(`${apiGroup}/v1`, "FooMachineTemplate");

/** The first Machine is stored, and its answer lost. */
function loseAnswer(): void {
  const create = client.create.bind(client);
  const spy = vi.spyOn(client, "create").mockImplementation(async (resource, object) => {
    const created = await create(resource, object);
    if (resource.kind !== "Machine") return created;
    spy.mockRestore();
    const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    throw new CapstanError("client/unreachable", "the connection was lost", { cause });
  });
}

/** A MachineSet of one machine from the template `t`. */
async function createSet(bootstrap: MachineSet["spec"]["template"]["spec"]["bootstrap"]): Promise<void> {
  const infrastructureRef = { apiGroup, kind: "FooMachineTemplate", name: "t" };
  const spec = { clusterName: key.name, bootstrap, infrastructureRef };
  const labels = { "cluster.x-k8s.io/cluster-name": key.name };
  await client.create(MachineSet, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: { namespace: key.namespace, name: "s", labels },
    spec: {
      clusterName: key.name,
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
  });
}

test.each([
  {
    what: "cannot be created",
    fail: () => env.faults.inject({ verb: "create", plural: "machines" }, { reason: "InternalError", times: 2 }),
  },
  { what: "is created, and the answer is lost", fail: loseAnswer },
])("a MachineSet has one InfraMachine when its Machine $what", async ({ fail }) => {
  await env.applyCrds([FooMachine, FooMachineTemplate].map((kind) => openCrd(kind, "v1beta2")));
  const { namespace } = key;
  await client.create(FooMachineTemplate, {
    apiVersion: `${apiGroup}/v1`,
    kind: "FooMachineTemplate",
    metadata: { namespace, name: "t" },
    spec: { template: { spec: {} } },
  });
  await createSet({ dataSecretName: "none" });
  fail();
  const machines = { name: "a Machine", holds: async () => (await client.listAll(Machine)).items.length === 1 };
  await sim.until(machines, { idle, maxSteps: 10 });
  const [machine] = (await client.listAll(Machine)).items;
  expect((await client.listAll(FooMachine)).items.map(({ metadata }) => metadata.name)).toEqual([
    machine?.metadata.name,
  ]);
  await client.delete(MachineSet, { namespace, name: "s" });
  await client.delete(FooMachineTemplate, { namespace, name: "t" });
  await sim.until(
    { name: "no Machine", holds: async () => (await client.listAll(Machine)).items.length === 0 },
    { idle },
  );
});

test("a MachineSet whose InfraMachine is rejected leaves no bootstrap config behind", async () => {
  const bootstrapGroup = "bootstrap.cluster.x-k8s.io";
  const FooConfig = resourceOf<UnstructuredObject>(`${bootstrapGroup}/v1`, "FooConfig");
  const FooConfigTemplate = resourceOf<UnstructuredObject>(`${bootstrapGroup}/v1`, "FooConfigTemplate");
  await env.applyCrds(
    [FooMachine, FooMachineTemplate, FooConfig, FooConfigTemplate].map((kind) => openCrd(kind, "v1beta2")),
  );
  const { namespace } = key;
  for (const resource of [FooMachineTemplate, FooConfigTemplate])
    await client.create(resource, {
      apiVersion: resource.apiVersion,
      kind: resource.kind,
      metadata: { namespace, name: "t" },
      spec: { template: { spec: {} } },
    });
  await createSet({ configRef: { apiGroup: bootstrapGroup, kind: "FooConfigTemplate", name: "t" } });
  env.faults.inject({ verb: "create", plural: "foomachines" }, { reason: "InternalError", times: 3 });
  const machines = { name: "a Machine", holds: async () => (await client.listAll(Machine)).items.length === 1 };
  await sim.until(machines, { idle, maxSteps: 20 });
  const [machine] = (await client.listAll(Machine)).items;
  expect((await client.listAll(FooConfig)).items.map(({ metadata }) => metadata.name)).toEqual([
    machine?.metadata.name,
  ]);
});
