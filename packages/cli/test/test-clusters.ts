// A management cluster for tests of `describe`: an embedded or a real API server with Cluster API's CRDs, and with kinds of a provider that does nothing.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import {
  coreCrds,
  createClient,
  createCoreSim,
  type CoreSim,
  type Client,
  type TestEnv,
} from "@capstan/controller-kit/testing";
import { kubeconfigSecret } from "@capstan/contract";
import { type KubeObject, type Resource, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { Namespace, Node, Secret } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { healthyNode } from "./healthy-node.ts";

const group = "infrastructure.cluster.x-k8s.io";
const FooCluster = resourceOf<UnstructuredObject>(`${group}/v1`, "FooCluster");
const FooMachine = resourceOf<UnstructuredObject>(`${group}/v1`, "FooMachine");
/** A kind of a group of its own, which nothing but its contract label connects with Cluster API. */
const OtherMachine = resourceOf<UnstructuredObject>("other.example.com/v1", "OtherMachine");
const Unlabeled = resourceOf<UnstructuredObject>("nobody.example.com/v1", "NobodyCluster");

/** A running server, and how its objects are made. */
export interface TestClusters {
  readonly env: TestEnv;
  readonly client: Client;
  /** Creates a Cluster with one machine, whose parts are named as the Cluster is, and lets core work once. */
  create(namespace: string, name: string, parts?: Parts): Promise<void>;
  /** Reports the infrastructure of a Cluster and its machine as ready, and lets core work. */
  finish(namespace: string, name: string): Promise<void>;
  stop(): Promise<void>;
}

/** The kinds and what is left out. */
export interface Parts {
  readonly clusterKind?: Resource<UnstructuredObject>;
  readonly machineKind?: Resource<UnstructuredObject>;
  readonly withoutSecret?: boolean;
}

/** Kinds for `Parts`. */
export const testKinds: Readonly<Record<"otherMachine" | "unlabeled", Resource<UnstructuredObject>>> = {
  otherMachine: OtherMachine,
  unlabeled: Unlabeled,
};

function openCrd({ group: own, kind, plural, version }: Resource, labels: object): object {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: open, status: open } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${own}`, labels },
    spec: {
      group: own,
      scope: "Namespaced",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
}

/** Starts the server that CAPSTAN_TESTENV names; the embedded one by default. */
export async function startTestClusters(): Promise<TestClusters> {
  const contract = { "cluster.x-k8s.io/v1beta2": "v1" };
  const own = [FooCluster, FooMachine, OtherMachine].map((kind) => openCrd(kind, contract));
  const env = await startTestEnv({ crds: [...coreCrds(), ...own, openCrd(Unlabeled, {})] });
  const client = createClient(env.credentials);
  const sims = new Map<string, CoreSim>();
  const steps = async (namespace: string, count: number): Promise<void> => {
    const sim = sims.get(namespace) ?? createCoreSim({ client, namespace });
    sims.set(namespace, sim);
    for (let step = 0; step < count; step++) await sim.step();
  };
  return {
    env,
    client,
    async create(namespace, name, parts = {}) {
      await createObjects(client, { namespace, name }, parts);
      await steps(namespace, 2);
    },
    async finish(namespace, name) {
      const key = { namespace, name };
      await createNode(client, key, env.kubeconfig());
      const status = { initialization: { provisioned: true }, conditions: [ready] };
      await client.patch(FooCluster, key, { type: "merge", subresource: "status", body: { status } });
      await client.patch(FooMachine, key, {
        type: "merge",
        body: { spec: { providerID: `foo://${namespace}/${name}` } },
      });
      await client.patch(FooMachine, key, { type: "merge", subresource: "status", body: { status } });
      await steps(namespace, 3);
    },
    async stop() {
      for (const sim of sims.values()) sim.close();
      client.close();
      await env.stop();
    },
  };
}

const ready = {
  type: "Ready",
  status: "True",
  reason: "Ready",
  message: "",
  lastTransitionTime: "2026-01-01T00:00:00Z",
};

interface Key {
  readonly namespace: string;
  readonly name: string;
}

async function createObjects(client: Client, key: Key, parts: Parts): Promise<void> {
  const { clusterKind = FooCluster, machineKind = FooMachine, withoutSecret = false } = parts;
  const { namespace, name } = key;
  const metadata = { namespace, name };
  const exists = (await client.find(Namespace, { namespace: "", name: namespace })) !== undefined;
  if (!exists) await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  for (const { apiVersion, kind, ...resource } of [clusterKind, machineKind]) {
    const object: UnstructuredObject = { apiVersion, kind, metadata, spec: {} };
    await client.create({ ...resource, apiVersion, kind }, object);
  }
  if (!withoutSecret) await client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata,
    spec: {
      controlPlaneEndpoint: { host: "api.example.com", port: 6443 },
      infrastructureRef: referenceTo(clusterKind, name),
    },
  });
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { ...metadata, labels: { "cluster.x-k8s.io/control-plane": "" } },
    spec: { clusterName: name, bootstrap: { dataSecretName: name }, infrastructureRef: referenceTo(machineKind, name) },
  });
}

/** The server is its own workload cluster. */
async function createNode(client: Client, { namespace, name }: Key, kubeconfig: string): Promise<void> {
  await client.create(Secret, kubeconfigSecret({ cluster: name, namespace, kubeconfig }));
  const node = `${namespace}-${name}`;
  await client.create(Node, {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: node },
    spec: { providerID: `foo://${namespace}/${name}` },
  });
  const status = { conditions: healthyNode };
  await client.patch(Node, { namespace: "", name: node }, { type: "merge", subresource: "status", body: { status } });
}

function referenceTo(
  { group: apiGroup, kind }: Pick<Resource<KubeObject>, "group" | "kind">,
  name: string,
): { apiGroup: string; kind: string; name: string } {
  return { apiGroup, kind, name };
}
