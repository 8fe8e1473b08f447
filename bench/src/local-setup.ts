// A management cluster on the embedded API server with one Cluster and any number of LocalMachines that wait for their
// provider: everything that core would have written is there, nothing that the provider writes.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { coreCrds } from "@capstan/api/crds";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { type Client, createClient } from "@capstan/client";
import { kubeconfigSecret, labels, ownerReferenceTo } from "@capstan/contract";
import { root } from "@capstan/repo";
import type { KubeObject, ObjectMeta, OwnerReference } from "@capstan/kube";
import { Namespace, Secret } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { LocalCluster } from "../../examples/provider-local/src/api/v1beta1/local-cluster.ts";
import { LocalMachine } from "../../examples/provider-local/src/api/v1beta1/local-machine.ts";

const namespace = "default";
const cluster = "bench";
const bootstrapSecret = "bench-bootstrap";
const version = "v1.36.3";

/** How many objects are created at once. */
const atOnce = 16;

/** The cluster and a client of it. */
export interface LocalSetup extends AsyncDisposable {
  readonly env: TestEnv;
  readonly client: Client;
}

/** Starts the cluster with so many machines. */
export async function startLocalSetup(machines: number): Promise<LocalSetup> {
  const env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...localCrds()] });
  const client = createClient(env.credentials);
  const stop = async (): Promise<void> => {
    client.close();
    await env.stop();
  };
  try {
    await createCluster(client, env.kubeconfig());
    const left = Array.from({ length: machines }, (_, index) => `machine-${index}`);
    const worker = async (): Promise<void> => {
      for (let name = left.pop(); name !== undefined; name = left.pop()) await createMachine(client, name);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, client, [Symbol.asyncDispose]: stop };
}

/** Resolves when so many LocalMachines say that they are provisioned; rejects when the signal aborts before. */
export async function allProvisioned(client: Client, machines: number, signal: AbortSignal): Promise<void> {
  const done = new Set<string | undefined>();
  for await (const { type, object } of client.watch(LocalMachine, { namespace, signal })) {
    if (type === "BOOKMARK") continue;
    if (object.status?.initialization?.provisioned === true) done.add(object.metadata.name);
    if (done.size === machines) return;
  }
  throw new Error(`${done.size} of ${machines} LocalMachines were provisioned in time`);
}

/** The CRDs of provider-local. */
export function localCrds(): object[] {
  const folder = join(root, "examples", "provider-local", "generated", "crds");
  const files = globSync("*.json", { cwd: folder }).toSorted();
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as object);
}

async function createCluster(client: Client, kubeconfig: string): Promise<void> {
  if ((await client.find(Namespace, { namespace: "", name: namespace })) === undefined) {
    await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  }
  const owner = await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: metadataOf(cluster),
    spec: {
      controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 },
      infrastructureRef: { apiGroup: LocalCluster.group, kind: LocalCluster.kind, name: cluster },
    },
  });
  await client.updateStatus(Cluster, { ...owner, status: { initialization: { infrastructureProvisioned: true } } });
  await client.create(LocalCluster, {
    apiVersion: LocalCluster.apiVersion as LocalCluster["apiVersion"],
    kind: "LocalCluster",
    metadata: metadataOf(cluster, owner),
    spec: {},
  });
  await client.create(Secret, kubeconfigSecret({ cluster, namespace, kubeconfig, owner: ownerReferenceTo(owner) }));
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: metadataOf(bootstrapSecret),
    data: { value: Buffer.from('{ "nodeLabels": { "bench": "true" } }').toString("base64") },
  });
}

async function createMachine(client: Client, name: string): Promise<void> {
  const machine = await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: metadataOf(name),
    spec: {
      clusterName: cluster,
      version,
      bootstrap: { dataSecretName: bootstrapSecret },
      infrastructureRef: { apiGroup: LocalMachine.group, kind: LocalMachine.kind, name },
    },
  });
  await client.create(LocalMachine, {
    apiVersion: LocalMachine.apiVersion as LocalMachine["apiVersion"],
    kind: "LocalMachine",
    metadata: metadataOf(name, machine),
    spec: {},
  });
}

function metadataOf(name: string, owner?: KubeObject): ObjectMeta {
  const ownerReferences: OwnerReference[] = owner === undefined ? [] : [ownerReferenceTo(owner)];
  return { name, namespace, labels: { [labels.clusterName]: cluster }, ownerReferences };
}
