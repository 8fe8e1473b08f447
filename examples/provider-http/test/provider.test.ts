// The provider on the embedded API server, in front of a cloud that limits, fails and loses answers. The core is scripted; the record of the cloud says what there was.
import { Namespace, Secret } from "@capstan/api";
import { Cluster, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import {
  type Client,
  clusterDeleted,
  clusterProvisioned,
  coreCrds,
  type CoreSim,
  createCoreSim,
  type RunningProvider,
  type SimGoal,
  startProvider,
  startTestEnv,
  type TestEnv,
  type UntilOptions,
} from "@capstan/controller-kit/testing";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HttpCluster } from "../src/api/v1beta1/http-cluster.ts";
import { HttpIdentity } from "../src/api/v1beta1/http-identity.ts";
import { HttpMachine } from "../src/api/v1beta1/http-machine.ts";
import { httpCloud } from "../src/cloud/http-cloud.ts";
import { type FakeCloud, startFakeCloud } from "../src/fake-cloud/fake-cloud.ts";
import type { Faults } from "../src/fake-cloud/faults.ts";
import { provider } from "../src/provider.ts";
import { createCluster, createIdentity, httpCrds } from "./objects.ts";

const patience: UntilOptions = { idle: () => sleep(20), maxSteps: 3000 };
let env: TestEnv;
let cloud: FakeCloud;
let running: RunningProvider;
let client: Client;
let sim: CoreSim;
let namespace: string;

beforeAll(async () => {
  env = await startTestEnv({ crds: [...coreCrds(), ...httpCrds()] });
});
afterAll(() => env.stop());
beforeEach(() => {
  namespace = `test-${Math.random().toString(36).slice(2, 10)}`;
});
afterEach(async () => {
  await running.stop();
  await cloud[Symbol.asyncDispose]();
});

async function start(faults: Partial<Faults> = {}): Promise<void> {
  cloud = await startFakeCloud({ faults });
  const services = { cloud: httpCloud(cloud.url, { settle: "1s" }) };
  running = startProvider(provider, { credentials: env.credentials, services, namespaces: [namespace] });
  ({ client } = running);
  const labels = { tier: "gold" };
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, labels } });
  sim = createCoreSim({ client, namespace });
}

const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
/** Identities have no namespace, so each test has its own. */
const identity = (): string => `account-of-${namespace}`;

async function machines(): Promise<readonly HttpMachine[]> {
  return (await client.listAll(HttpMachine, { namespace })).items;
}

function live(sort: "servers" | "networks"): readonly string[] {
  return cloud.things.record
    .filter((thing) => thing.sort === sort && thing.removedAt === undefined)
    .map(({ id }) => id)
    .toSorted();
}

/** As many machines, each with a server of its own and no other server. */
function haveServers(count: number): SimGoal {
  return {
    name: `${count} machines run`,
    async holds() {
      const ids = (await machines()).map(({ spec }) => spec?.providerID?.slice("httpcloud://".length) ?? "");
      return ids.length === count && !ids.includes("") && ids.toSorted().join() === live("servers").join();
    },
  };
}

function clusterSays(type: string, reason: string): SimGoal {
  return {
    name: `${type} ${reason}`,
    async holds() {
      const { status } = await client.get(HttpCluster, key("c"));
      return status?.conditions?.some((one) => one.type === type && one.reason === reason) === true;
    },
  };
}

test("machines come and go in a cloud that limits, fails and loses answers, and nothing is left", async () => {
  await start({ latencyMs: 50, limited: 0.1, failing: 0.1, lost: 0.1, staleMs: 100 });
  await createIdentity(client, key(identity()), { token: "secret", allowedNamespaces: { list: [namespace] } });
  await createCluster(client, key("c"), { identity: identity(), replicas: 3 });
  await sim.until(clusterProvisioned(key("c")), patience);
  await sim.until(haveServers(3), patience);
  const [network] = cloud.things.record.filter(({ sort }) => sort === "networks");
  expect((await client.get(Cluster, key("c"))).spec.controlPlaneEndpoint).toEqual({
    host: network?.address,
    port: 6443,
  });
  await client.patch(MachineDeployment, key("c"), { type: "merge", body: { spec: { replicas: 1 } } });
  await sim.until(haveServers(1), patience);
  await client.delete(Cluster, key("c"));
  await sim.until(clusterDeleted(key("c")), patience);
  expect([...live("servers"), ...live("networks")]).toEqual([]);
  const servers = cloud.things.record.filter(({ sort }) => sort === "servers");
  expect(new Set(servers.map(({ tag }) => tag)).size).toBe(servers.length);
});

test("a namespace that the identity does not allow gets nothing, and everything once it is allowed", async () => {
  await start();
  await createIdentity(client, key(identity()), { token: "secret" });
  await createCluster(client, key("c"), { identity: identity(), replicas: 1 });
  await sim.until(clusterSays("AccountReady", "NamespaceNotAllowed"), patience);
  expect(cloud.things.record).toEqual([]);
  const body = { spec: { allowedNamespaces: { selector: { matchLabels: { tier: "gold" } } } } };
  await client.patch(HttpIdentity, { namespace: "", name: identity() }, { type: "merge", body });
  await sim.until(haveServers(1), patience);
});

test("a new token in the Secret runs a pass over the clusters that use it, and only then", async () => {
  await start();
  await createIdentity(client, key(identity()), { token: "wrong", allowedNamespaces: {} });
  await createCluster(client, key("c"), { identity: identity(), replicas: 1 });
  await sim.until(clusterSays("Ready", "ReconcileFailed"), patience);
  const { status } = await client.get(HttpCluster, key("c"));
  expect(status?.conditions?.find(({ type }) => type === "Ready")?.message).toContain(
    "GET /networks: the cloud answered 401",
  );
  await client.patch(Secret, key(identity()), { type: "merge", body: { stringData: { token: "secret" } } });
  await sim.until(haveServers(1), patience);
});

test("an event of the cloud runs a pass over the machine whose server it is", async () => {
  await start({ bootMs: 300 });
  await createIdentity(client, key(identity()), { token: "secret", allowedNamespaces: {} });
  await createCluster(client, key("c"), { identity: identity(), replicas: 1 });
  // Without the event of the boot it would be looked at again after 30 s.
  await sim.until(haveServers(1), { idle: () => sleep(20), maxSteps: 500 });
  await sleep(1500);
  const [server] = cloud.things.record.filter(({ sort }) => sort === "servers");
  cloud.things.remove(server?.id ?? "");
  const gone: SimGoal = {
    name: "the machine says Gone",
    holds: async () =>
      (await machines()).some(({ status }) => status?.conditions?.some(({ reason }) => reason === "Gone") === true),
  };
  await sim.until(gone, patience);
  expect(live("servers")).toEqual([]);
});

/** Core shows this of the infrastructure of each Machine. */
function machineSays(wanted: string): SimGoal {
  return {
    name: `the Machine has InfrastructureReady ${wanted}`,
    async holds() {
      const { items } = await client.listAll(Machine, { namespace });
      const [shown] = items.flatMap(({ status }) => status?.conditions ?? []).filter(isInfrastructure);
      return `${shown?.status} ${shown?.message}` === wanted;
    },
  };
}

const isInfrastructure = ({ type }: { readonly type: string }): boolean => type === "InfrastructureReady";

test("a server that is stopped, started and deleted in the cloud is seen on the Machine, which keeps its providerID", async () => {
  await start({ bootMs: 50 });
  await createIdentity(client, key(identity()), { token: "secret", allowedNamespaces: {} });
  await createCluster(client, key("c"), { identity: identity(), replicas: 1 });
  await sim.until(haveServers(1), patience);
  const [id = ""] = live("servers");
  cloud.things.set(id, "stopped");
  await sim.until(machineSays("False * ServerReady: the server was stopped in the cloud"), patience);
  cloud.things.set(id, "running");
  await sim.until(machineSays("True "), patience);
  cloud.things.remove(id);
  await sim.until(machineSays("False * ServerReady: the server was deleted in the cloud"), patience);
  const [machine] = await machines();
  expect([machine?.spec?.providerID, live("servers")]).toEqual([`httpcloud://${id}`, []]);
});

test("webhooks know the flavors of the cloud and their images, and keep fields", async () => {
  await start();
  const machine = (name: string, spec: NonNullable<HttpMachine["spec"]>): HttpMachine => ({
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
    kind: "HttpMachine",
    metadata: key(name),
    spec,
  });
  expect((await client.create(HttpMachine, machine("a", { flavor: "large" }))).spec?.image).toBe("debian-13-large");
  expect((await client.create(HttpMachine, machine("b", { flavor: "large", image: "my" }))).spec?.image).toBe("my");
  await expect(client.create(HttpMachine, machine("c", { flavor: "huge" }))).rejects.toThrow(
    'spec.flavor: Unsupported value: "huge": supported values: "small", "large"',
  );
  const change = { type: "merge", body: { spec: { flavor: "small" } } } as const;
  await expect(client.patch(HttpMachine, key("a"), change)).rejects.toThrow("spec.flavor: Invalid value");
});
