// The simulation of Cluster API beside Cluster API's own managers: both get the same objects. What differs once their machines run is listed with reasons, the
// phases on the way are the same, and so is what is left after the deletion.
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { Cluster, ClusterClass, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { type Client, createClient } from "@capstan/client";
import { devCrds } from "@capstan/core-sim";
import { pluralOfKind, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { startTestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlayedCore } from "../../src/dev/played-core.ts";
import {
  clusterNames,
  comparedCrds,
  comparedObjects,
  laterClass,
  laterClassTemplates,
  laterConfigTemplate,
  laterVersion,
  laterWorkers,
  waitingWorkers,
} from "./clusters.ts";
import { differences, factsOf, readObjects } from "./facts.ts";
import { Phases } from "./phases.ts";
import { startRealCluster } from "./real-cluster.ts";
import { notReviewed } from "./reviewed.ts";

/** A server and what is seen of it. */
interface Server {
  readonly client: Client;
  readonly phases: Phases;
  readonly stop: () => Promise<void>;
}

let real: Server;
let simulated: Server;

beforeAll(async () => {
  [real, simulated] = await Promise.all([startReal(), startSimulated()]);
}, 240_000);
afterAll(async () => {
  await real.stop();
  await simulated.stop();
});

async function startReal(): Promise<Server> {
  const cluster = await startRealCluster();
  const { client } = cluster;
  return { client, phases: new Phases(client), stop: () => cluster.stop() };
}

async function startSimulated(): Promise<Server> {
  const env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...kubeadmCrds(), ...devCrds()] });
  const client = createClient(env.credentials);
  const core = startPlayedCore({ client, note: () => undefined });
  const stop = async (): Promise<void> => {
    await core.stop();
    client.close();
    await env.stop();
  };
  return { client, phases: new Phases(client), stop };
}

/** Creates an object. Webhooks of a manager that has just become leader may need another moment. */
async function create({ client }: Server, object: UnstructuredObject): Promise<void> {
  const resource = resourceOf(object.apiVersion, object.kind, { plural: pluralOfKind(object.kind) });
  const tried = (): Promise<string> => client.create(resource, object).then(() => "created", String);
  await expect.poll(tried, { timeout: 60_000 }).toBe("created");
}

async function createAll(server: Server): Promise<void> {
  const definition = resourceOf<UnstructuredObject>("apiextensions.k8s.io/v1", "CustomResourceDefinition", {
    scope: "Cluster",
  });
  for (const crd of comparedCrds) await server.client.create(definition, crd);
  for (const object of comparedObjects) await create(server, object);
}

/** Whether the Clusters are Available and their machines run, in words. */
async function states({ client }: Server): Promise<readonly string[]> {
  const clusters = (await client.listAll(Cluster)).items.map(
    ({ status }) => status?.conditions?.find(({ type }) => type === "Available")?.status ?? "",
  );
  const machines = (await client.listAll(Machine)).items.map(({ status }) => status?.phase ?? "");
  return [...clusters, ...machines].toSorted();
}

const running = clusterNames.flatMap(() => ["True", "Running", "Running"]).toSorted();

test("with the same objects both have running machines, and the list has every difference", async () => {
  const servers = [real, simulated];
  await Promise.all(servers.map(createAll));
  for (const server of servers)
    await expect.poll(() => states(server), { timeout: 200_000, interval: 500 }).toEqual(running);
  await expectSameFacts();
});

/** The reviewed differences are all that there are. Conditions may change once more after the machines run. */
async function expectSameFacts(): Promise<void> {
  const compare = async (): Promise<object> => {
    const [one, other] = await Promise.all([real, simulated].map(({ client }) => readObjects(client)));
    return notReviewed(differences(factsOf(one ?? []), factsOf(other ?? [])));
  };
  await expect.poll(compare, { timeout: 60_000, interval: 1000 }).toEqual({ added: [], vanished: [] });
}

/** The files of the configs with these labels. */
async function filesOf({ client }: Server, labelSelector: string): Promise<readonly unknown[]> {
  const { items } = await client.listAll(KubeadmConfig, { namespace: "default", labelSelector });
  return items.map(({ spec }) => spec?.files?.map(({ path }) => path));
}

/** Waits for configs with these files. */
async function expectFiles(server: Server, labelSelector: string, files: readonly unknown[]): Promise<void> {
  await expect.poll(() => filesOf(server, labelSelector), { timeout: 180_000, interval: 500 }).toEqual(files);
}

test("after a rollout of workers both have the same objects", async () => {
  const key = { namespace: "default", name: "plain-workers" };
  for (const server of [real, simulated]) {
    await create(server, laterConfigTemplate);
    await server.client.patch(MachineDeployment, key, { type: "merge", body: laterWorkers });
  }
  for (const server of [real, simulated]) {
    await expectFiles(server, "cluster.x-k8s.io/deployment-name=plain-workers", [["/etc/later"]]);
    await expect.poll(() => states(server), { timeout: 60_000, interval: 500 }).toEqual(running);
  }
  await expectSameFacts();
});

/** The condition RollingOut of these workers. */
async function rollingOut({ client }: Server): Promise<string | undefined> {
  const { status } = await client.get(MachineDeployment, { namespace: "default", name: "plain-workers" });
  return status?.conditions?.find(({ type }) => type === "RollingOut")?.status;
}

test("while a rollout waits for a deletion both have the same objects", async () => {
  const key = { namespace: "default", name: "plain-workers" };
  for (const { client } of [real, simulated])
    await client.patch(MachineDeployment, key, { type: "merge", body: waitingWorkers });
  for (const server of [real, simulated])
    await expect.poll(() => rollingOut(server), { timeout: 60_000, interval: 500 }).toBe("True");
  await expectSameFacts();
});

/** The versions of the machines of the Cluster `classy`. */
async function versionsOfClassy({ client }: Server): Promise<readonly unknown[]> {
  const labelSelector = "cluster.x-k8s.io/cluster-name=classy";
  const { items } = await client.listAll(Machine, { namespace: "default", labelSelector });
  return items.map(({ spec }) => spec.version);
}

test("after an upgrade of a topology both have the same objects", async () => {
  const key = { namespace: "default", name: "classy" };
  const body = { spec: { topology: { version: laterVersion } } };
  for (const { client } of [real, simulated]) await client.patch(Cluster, key, { type: "merge", body });
  const upgraded = [laterVersion, laterVersion];
  for (const server of [real, simulated]) {
    await expect.poll(() => versionsOfClassy(server), { timeout: 180_000, interval: 500 }).toEqual(upgraded);
    await expect.poll(() => states(server), { timeout: 60_000, interval: 500 }).toEqual(running);
  }
  await expectSameFacts();
});

/** The configs of the Cluster `classy`, but for that of its pool, whose template stays. */
const ofMachines = "cluster.x-k8s.io/cluster-name=classy,!topology.cluster.x-k8s.io/pool-name";

test("with other templates of the class both have the same objects", async () => {
  const key = { namespace: "default", name: "class" };
  for (const server of [real, simulated]) {
    for (const template of laterClassTemplates) await create(server, template);
    await server.client.patch(ClusterClass, key, { type: "merge", body: laterClass });
  }
  for (const server of [real, simulated]) {
    await expectFiles(server, ofMachines, [["/etc/later"], ["/etc/later"]]);
    await expect.poll(() => states(server), { timeout: 120_000, interval: 500 }).toEqual(running);
  }
  await expectSameFacts();
});

test("a deletion leaves the class and its templates alone, after the same phases", async () => {
  const left = async ({ client }: Server): Promise<readonly string[]> => {
    const objects = await readObjects(client);
    return objects.map(({ kind, metadata }) => `${kind} ${metadata.name ?? ""}`).toSorted();
  };
  for (const { client } of [real, simulated])
    for (const name of clusterNames) await client.delete(Cluster, { namespace: "default", name });
  const templates = [
    "DevClusterTemplate",
    "DevMachineTemplate",
    "FooMachinePoolTemplate",
    "KubeadmConfigTemplate",
    "KubeadmControlPlaneTemplate",
  ];
  const later = laterClassTemplates.map(({ kind, metadata }) => `${kind} ${metadata.name ?? ""}`);
  const wanted = [...["ClusterClass", ...templates].map((kind) => `${kind} class`), ...later].toSorted();
  for (const server of [real, simulated])
    await expect.poll(() => left(server), { timeout: 120_000, interval: 500 }).toEqual(wanted);
  const phases = await real.phases.stop();
  expect(await simulated.phases.stop()).toEqual(phases);
  expect(phases["MachineDeployment plain-workers"]).toEqual(["ScalingUp, Running, ScalingDown, Running, ScalingDown"]);
});
