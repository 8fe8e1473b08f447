// (h) provider-http under the real core, in front of a cloud without idempotency keys that limits, fails and loses answers; its manager is killed at random moments. The record of the cloud, and every
// providerID that any machine ever had, say whether a server was doubled.
import { Cluster, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { Secret } from "@capstan/kube/builtin";
import { HttpCluster } from "../../examples/provider-http/src/api/v1beta1/http-cluster.ts";
import { HttpIdentity } from "../../examples/provider-http/src/api/v1beta1/http-identity.ts";
import { HttpMachine } from "../../examples/provider-http/src/api/v1beta1/http-machine.ts";
import { type FakeCloud, startFakeCloud } from "../../examples/provider-http/src/fake-cloud/fake-cloud.ts";
import { LateEffects } from "../src/late-effects.ts";
import { exampleVersion } from "../src/bundles.ts";
import { describeCluster, readyOf } from "../src/clusterctl-describe.ts";
import { eventually, mustEqual, sleep } from "../src/eventually.ts";
import { httpIdentity as identity, type ManagementCluster } from "../src/management-cluster.ts";
import type { RunStep } from "../src/scenario.ts";

const shares = { limited: 0.1, failing: 0.1, lost: 0.1 };
const noShares = { limited: 0, failing: 0, lost: 0 };

/** A cloud of usual badness. */
export function startBadCloud(): Promise<FakeCloud> {
  return startFakeCloud({ faults: { latencyMs: 300, bootMs: 1000, staleMs: 500, ...shares } });
}

/** Where the scenario runs. */
export interface HttpPlace {
  readonly management: ManagementCluster;
  readonly cloud: FakeCloud;
  readonly namespace: string;
  /** What `clusterctl describe` says of a machine that waits for its cluster. */
  readonly waits: string;
}

const waitsForCluster = "the infrastructure of the Cluster is not provisioned yet";
/** The kit sets Ready. */
export const kitWaits: string = `False WaitingForClusterInfrastructure ${waitsForCluster}`;
/** The peer in Go sets a condition of which Ready is the summary. */
export const peerWaits: string = `False NotReady * ServerReady: ${waitsForCluster}`;

const name = "cloudy";
const manager = { namespace: "infrastructure-http-system", name: "infrastructure-http-controller-manager" };
/** To how many Machines the deployment is scaled before each time that the manager is killed. */
const scales: readonly number[] = [5, 8, 3, 7, 4, 9, 2, 8, 5, 6];

/** Runs the scenario. */
export async function httpCloud(place: HttpPlace, step: RunStep): Promise<void> {
  const { client } = place.management.local;
  const stopping = new AbortController();
  const seen = watchIDs(place, stopping.signal);
  try {
    await step("create an identity that does not allow the namespace, and a cluster: nothing is created", () =>
      createWithoutRight(place),
    );
    await step("clusterctl describe says what the cluster and its machines wait for", () => waitsAsDescribed(place));
    await step("allow it: a network and two servers, for two Machines that core calls Provisioned", async () => {
      const body = { spec: { allowedNamespaces: { list: [place.namespace] } } };
      await client.patch(HttpIdentity, { namespace: "", name: identity }, { type: "merge", body });
      await hasServers(place, 2);
    });
    await step("clusterctl describe says that all of them are ready", () => readyAsDescribed(place));
    await step("the webhook rejects a flavor that the cloud does not have", () => rejectsFlavor(place));
    const late = new LateEffects(place.cloud);
    const times = `${scales.length} times`;
    await step(
      `scale up and down while the manager is killed ${times}; each time a call of it has its effect late`,
      () => killAll(place, late),
    );
    await step("no tag has two servers 10 s after the last manager leads", async () => {
      // The cloud answers, so that the wait after a call that failed is no part of the ten seconds.
      place.cloud.setFaults(noShares);
      const read = (): Promise<readonly string[]> => Promise.resolve(late.doubles());
      await eventually({ what: "no tag to have two servers", read, until: ({ length }) => length === 0, within: 10 });
      place.cloud.setFaults(shares);
      console.log(`       ${late.report()}`);
    });
    await step("six Machines, a server each and no other", () => hasServers(place, 6));
    await step("no machine ever had another providerID, and a server for each tag", async () => {
      mustEqual("machines with several providerIDs", [...seen.ids].filter(([, ids]) => ids.size > 1).map(String), []);
      const created = place.cloud.things.record.filter(({ id }) => !late.has(id));
      const doubles = created.length - new Set(created.map(({ tag }) => tag)).size;
      mustEqual("servers that were created twice", doubles, 0);
    });
    await step("delete: nothing is left in the cloud", () => deleteAll(place));
  } finally {
    stopping.abort();
    await seen.ended;
  }
}

async function killAll(place: HttpPlace, late: LateEffects): Promise<void> {
  const { local } = place.management;
  for (const replicas of scales) {
    await scale(place, replicas);
    await sleep(500 + Math.random() * 5000);
    local.node.workload(manager.namespace, manager.name).kill("SIGKILL");
    const { items } = await local.client.listAll(HttpMachine, { namespace: place.namespace });
    late.double(items.map(({ metadata }) => metadata.name ?? ""));
    await leads(place);
    late.managerLeads();
  }
}

async function createWithoutRight(place: HttpPlace): Promise<void> {
  const { management, namespace } = place;
  const { client } = management.local;
  const secretRef = { namespace, name: identity };
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { ...secretRef },
    stringData: { token: "secret" },
  });
  const { apiVersion } = HttpIdentity;
  const metadata = { name: identity };
  await client.create(HttpIdentity, {
    apiVersion,
    kind: "HttpIdentity",
    metadata,
    spec: { secretRef },
  } as HttpIdentity);
  const counts = ["--kubernetes-version", "v1.36.3", "--worker-machine-count", "2"];
  const which = ["--infrastructure", `http:${exampleVersion}`, "--target-namespace", namespace];
  await management.apply(await management.clusterctl.run(["generate", "cluster", name, ...which, ...counts]));
  await eventually({
    what: "the HttpCluster to say NamespaceNotAllowed",
    read: () => client.get(HttpCluster, { namespace, name }),
    until: ({ status }) => status?.conditions?.some(({ reason }) => reason === "NamespaceNotAllowed") === true,
  });
  mustEqual("what the cloud has", place.cloud.things.record, []);
}

/** The HttpCluster has no right, and the HttpMachines wait for it: `clusterctl describe` shows both reasons. */
async function waitsAsDescribed(place: HttpPlace): Promise<void> {
  const notAllowed = `HttpIdentity "account" does not allow the namespace "${place.namespace}" in spec.allowedNamespaces`;
  await describedAs(place, {
    clusters: [`False NotReady * AccountReady: ${notAllowed} * NetworkReady: Condition not yet reported`],
    machines: Array.from({ length: 2 }, () => place.waits),
  });
}

async function readyAsDescribed(place: HttpPlace): Promise<void> {
  await describedAs(place, {
    clusters: ["True Ready"],
    machines: Array.from({ length: 2 }, () => "True Ready"),
  });
}

/** What `clusterctl describe` says of the Ready of our kinds. */
interface Described {
  readonly clusters: readonly string[];
  readonly machines: readonly string[];
}

async function describedAs({ management, namespace }: HttpPlace, wanted: Described): Promise<void> {
  await eventually({
    what: `clusterctl describe to print ${JSON.stringify(wanted)}`,
    async read(): Promise<Described> {
      const tree = await describeCluster(management, { namespace, name });
      return { clusters: readyOf(tree, "HttpCluster"), machines: readyOf(tree, "HttpMachine") };
    },
    until: ({ clusters, machines }) =>
      clusters.join() === wanted.clusters.join() && machines.join() === wanted.machines.join(),
  });
}

/** As many Machines, each Provisioned with the server of its providerID, and no other server. */
async function hasServers({ management, namespace, cloud }: HttpPlace, count: number): Promise<void> {
  const { client } = management.local;
  await eventually({
    what: `${count} Machines that are Provisioned, and their servers`,
    read: async () => ({
      machines: (await client.listAll(Machine, { namespace })).items
        .map(({ spec, status }) => `${status?.phase} ${spec.providerID}`)
        .toSorted(),
      servers: liveOf(cloud, "servers")
        .map((id) => `Provisioned httpcloud://${id}`)
        .toSorted(),
    }),
    until: ({ machines, servers }) => machines.length === count && machines.join() === servers.join(),
    within: 180,
  });
}

function liveOf({ things }: FakeCloud, sort: "servers" | "networks"): readonly string[] {
  return things.record.filter((one) => one.sort === sort && one.removedAt === undefined).map(({ id }) => id);
}

async function rejectsFlavor({ management, namespace }: HttpPlace): Promise<void> {
  const { apiVersion } = HttpMachine;
  const metadata = { namespace, name: "huge" };
  const machine = { apiVersion, kind: "HttpMachine", metadata, spec: { flavor: "huge" } } as HttpMachine;
  const answer = await management.local.client.create(HttpMachine, machine).then(
    () => "created",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const wanted = ['spec.flavor: Unsupported value: "huge": supported values: ', '"small"', '"large"'];
  mustEqual("what the answer lacks", [wanted.filter((part) => !answer.includes(part)), answer], [[], answer]);
}

async function scale({ management, namespace }: HttpPlace, replicas: number): Promise<void> {
  const key = { namespace, name: `${name}-workers` };
  await management.local.client.patch(MachineDeployment, key, { type: "merge", body: { spec: { replicas } } });
}

/** The new process works when it has written anything: the conditions of a machine, or its finalizer. */
async function leads(place: HttpPlace): Promise<void> {
  const { client } = place.management.local;
  const path = `/apis/coordination.k8s.io/v1/namespaces/${manager.namespace}/leases`;
  const holder = async (): Promise<unknown> => {
    const leases = (await client.request({ method: "GET", path })).json() as {
      items: readonly { spec?: { holderIdentity?: string } }[];
    };
    return leases.items[0]?.spec?.holderIdentity;
  };
  const before = await holder();
  await eventually({
    what: "another process to lead",
    read: holder,
    until: (now) => now !== before && now !== "" && now !== undefined,
    within: 90,
  });
}

/** Every providerID that any HttpMachine ever had, by its uid. */
function watchIDs(
  { management, namespace }: HttpPlace,
  signal: AbortSignal,
): { ids: Map<string, Set<string>>; ended: Promise<void> } {
  const ids = new Map<string, Set<string>>();
  async function follow(): Promise<void> {
    for await (const { type, object } of management.local.client.watch(HttpMachine, { namespace, signal })) {
      if (type !== "ADDED" && type !== "MODIFIED") continue;
      const { metadata, spec } = object;
      const { uid = "" } = metadata;
      if (spec?.providerID !== undefined) ids.set(uid, (ids.get(uid) ?? new Set()).add(spec.providerID));
    }
  }
  return { ids, ended: follow() };
}

async function deleteAll({ management, namespace, cloud }: HttpPlace): Promise<void> {
  const { client } = management.local;
  await client.delete(Cluster, { namespace, name });
  await eventually({
    what: "the Cluster to be deleted, and the cloud to be empty",
    read: async () => [
      ...(await client.listAll(Cluster, { namespace })).items.map(({ metadata }) => metadata.name),
      ...liveOf(cloud, "servers"),
      ...liveOf(cloud, "networks"),
    ],
    until: (left) => left.length === 0,
    within: 180,
  });
}
