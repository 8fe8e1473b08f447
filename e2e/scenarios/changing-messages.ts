// (i) A provider whose Ready messages are others in each pass, under the real core, which mirrors each of them into a Cluster or a Machine. That must cause no pass: the next one comes after
// requeueAfter, or after the backoff of an error.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { labels, ownerReferenceTo } from "@capstan/contract";
import { type Provider, initProvider, provisioned, type ProviderKit, removed, waiting } from "@capstan/controller-kit";
import { startProvider } from "@capstan/controller-kit/testing";
import { keyOf, type KubeObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { eventually, mustEqual, sleep } from "../src/eventually.ts";
import type { ManagementCluster } from "../src/management-cluster.ts";
import { EchoCluster, EchoMachine, echoCrds } from "../src/echo-kinds.ts";
import type { RunStep } from "../src/scenario.ts";

/** Where the scenario runs. */
export interface EchoPlace {
  readonly management: ManagementCluster;
  readonly namespace: string;
}

/** How long passes are counted, and how long an object waits for its next one in the end. */
const [counted, longest] = [30_000, 10_000];
const kit: ProviderKit<{ calls: string[] }> = initProvider();

/** The passes over an object so far, this one too. */
function callsOf(calls: string[], object: KubeObject): number {
  const name = `${object.kind} ${keyOf(object).name}`;
  calls.push(name);
  return calls.filter((call) => call === name).length;
}

const conditions = { CloudReady: ["Busy", "Ready"] } as const;
const backoff = { first: "1s", longest: "10s" } as const;

/** The objects named "failing" fail, the others wait. */
const provider: Provider<{ calls: string[] }> = kit.provider({
  name: "echo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(EchoCluster, {
      conditions,
      backoff,
      async reconcile({ object }, { services: { calls } }) {
        const request = callsOf(calls, object);
        if (keyOf(object).name === "failing") throw new Error(`request ${request} failed`);
        // Machines need it; the flag stays.
        if (request === 1) return provisioned({}, { requeueAfter: "1s" });
        return waiting("CloudReady", "Busy", `request ${request} is in work`, { requeueAfter: "10s" });
      },
      delete: async () => removed(),
    }),
    kit.infraMachine(EchoMachine, {
      cluster: EchoCluster,
      conditions,
      backoff,
      async reconcile({ object }, { services: { calls } }) {
        const request = callsOf(calls, object);
        if (keyOf(object).name === "failing") throw new Error(`request ${request} failed`);
        return waiting("CloudReady", "Busy", `request ${request} is in work`, { requeueAfter: "10s" });
      },
      delete: async () => removed(),
    }),
  ],
});

/** Runs the scenario. */
export async function changingMessages(place: EchoPlace, step: RunStep): Promise<void> {
  const { local } = place.management;
  const calls: string[] = [];
  await local.controlPlane.applyCrds(echoCrds);
  await using _running = startProvider(provider, {
    credentials: local.credentials,
    services: { calls },
    namespaces: [place.namespace],
    minInterval: "1s",
  });
  await step("create two Clusters and two Machines: core mirrors a message of each", () => create(place));
  await step(`core's mirrors cause no pass for ${counted / 1000} s`, async () => {
    // The backoff has its longest wait then.
    await sleep(5000);
    const before = calls.length;
    await sleep(counted);
    const passes = Object.groupBy(calls.slice(before), (call) => call);
    // A wait may be a tenth longer, and one may end at each end of the time.
    const few = Object.entries(passes).map(([name, all = []]) => [
      name,
      all.length,
      all.length <= counted / longest + 1,
    ]);
    const names = ["EchoCluster failing", "EchoCluster waiting", "EchoMachine failing", "EchoMachine waiting"];
    mustEqual("objects with passes", Object.keys(passes).toSorted(), names);
    mustEqual(
      "objects with more passes than waits",
      few.filter(([, , isFew]) => isFew === false),
      [],
    );
  });
}

async function create({ management, namespace }: EchoPlace): Promise<void> {
  const { client } = management.local;
  for (const name of ["failing", "waiting"]) {
    const cluster = await client.create(Cluster, {
      apiVersion: Cluster.apiVersion,
      kind: "Cluster",
      metadata: { namespace, name },
      spec: {
        infrastructureRef: { apiGroup: EchoCluster.group, kind: EchoCluster.kind, name },
        controlPlaneEndpoint: { host: "127.0.0.1", port: 1 },
      },
    });
    const owner = ownerReferenceTo(cluster);
    const metadata = { namespace, name, labels: { [labels.clusterName]: name }, ownerReferences: [owner] };
    await client.create(EchoCluster, { apiVersion: EchoCluster.apiVersion, kind: "EchoCluster", metadata });
  }
  const metadata = { namespace, name: "data" };
  await client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata, stringData: { value: "x" } });
  for (const name of ["failing", "waiting"]) await createMachine({ management, namespace }, name);
  await eventually({
    what: "core to mirror a request of each",
    read: async () => [
      ...(await client.listAll(Cluster, { namespace })).items,
      ...(await client.listAll(Machine, { namespace })).items,
    ],
    until: (all) =>
      all.length === 4 &&
      all.every(({ status }) =>
        status?.conditions?.some(({ type, message }) => type === "InfrastructureReady" && message.includes("request")),
      ),
  });
}

async function createMachine({ management, namespace }: EchoPlace, name: string): Promise<void> {
  const { client } = management.local;
  const metadata = { namespace, name, labels: { [labels.clusterName]: "waiting" } };
  await client.create(EchoMachine, { apiVersion: EchoMachine.apiVersion, kind: "EchoMachine", metadata });
  await client.create(Machine, {
    apiVersion: Machine.apiVersion,
    kind: "Machine",
    metadata,
    spec: {
      clusterName: "waiting",
      bootstrap: { dataSecretName: "data" },
      infrastructureRef: { apiGroup: EchoMachine.group, kind: EchoMachine.kind, name },
    },
  });
}
