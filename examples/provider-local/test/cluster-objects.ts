// The objects a user of this provider creates: a Cluster with its LocalCluster, a control-plane Machine and a
// MachineDeployment, and one bootstrap Secret. For tests and the demo.
import { Cluster, Machine, MachineDeployment, MachinePool } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/controller-kit/testing";
import { type ObjectKey, ownerReferenceTo, Secret } from "@capstan/api";
import { LocalCluster } from "../src/api/v1beta1/local-cluster.ts";
import { LocalMachine, LocalMachineTemplate } from "../src/api/v1beta1/local-machine.ts";
import { LocalMachinePool } from "../src/api/v1beta1/local-machine-pool.ts";

const apiGroup = "infrastructure.cluster.x-k8s.io";
/** What the Nodes of this provider have as well: a Machine whose Node has another version is not up to date. */
const version = "v1.36.0";

/** What differs between clusters. */
export interface ClusterOptions {
  /** Worker machines. */
  readonly workers: number;
  /** Labels that the bootstrap data gives every Node. */
  readonly nodeLabels?: Readonly<Record<string, string>>;
  /** What serves the workload cluster. Default: Embedded. */
  readonly backend?: "Embedded" | "Real";
}

/** Creates all objects of a cluster with this name. */
export async function createCluster(client: Client, key: ObjectKey, options: ClusterOptions): Promise<void> {
  const { namespace, name } = key;
  const bootstrap = { dataSecretName: `${name}-bootstrap` };
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace, name: bootstrap.dataSecretName, labels: { "clusterctl.cluster.x-k8s.io/move": "" } },
    type: "cluster.x-k8s.io/secret",
    stringData: { value: JSON.stringify({ nodeLabels: options.nodeLabels ?? {} }) },
  });
  await client.create(LocalCluster, {
    apiVersion: `${apiGroup}/v1beta1`,
    kind: "LocalCluster",
    metadata: { namespace, name },
    spec: { failureDomains: ["a", "b"], apiServer: { backend: options.backend ?? "Embedded" } },
  });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace, name },
    spec: { infrastructureRef: { apiGroup, kind: "LocalCluster", name } },
  });
  await createControlPlane(client, key, bootstrap);
  await createWorkers(client, key, { bootstrap, replicas: options.workers });
}

interface Bootstrap {
  readonly dataSecretName: string;
}

/** One standalone Machine: the API server belongs to the LocalCluster, so it only has the label. */
async function createControlPlane(client: Client, { namespace, name }: ObjectKey, bootstrap: Bootstrap): Promise<void> {
  const machine = `${name}-control-plane`;
  const spec = { capacity: { cpus: 2, memory: "4Gi" } };
  await client.create(LocalMachine, {
    apiVersion: `${apiGroup}/v1beta1`,
    kind: "LocalMachine",
    metadata: { namespace, name: machine },
    spec,
  });
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      namespace,
      name: machine,
      labels: { "cluster.x-k8s.io/cluster-name": name, "cluster.x-k8s.io/control-plane": "" },
    },
    spec: {
      clusterName: name,
      version,
      bootstrap,
      failureDomain: "a",
      infrastructureRef: { apiGroup, kind: "LocalMachine", name: machine },
    },
  });
}

interface Workers {
  readonly bootstrap: Bootstrap;
  readonly replicas: number;
}

async function createWorkers(
  client: Client,
  { namespace, name }: ObjectKey,
  { bootstrap, replicas }: Workers,
): Promise<void> {
  const workers = `${name}-workers`;
  await client.create(LocalMachineTemplate, {
    apiVersion: `${apiGroup}/v1beta1`,
    kind: "LocalMachineTemplate",
    metadata: { namespace, name: workers },
    spec: { template: { spec: { capacity: { cpus: 1, memory: "1Gi" } } } },
  });
  const template = { metadata: { labels: { pool: "workers" } } };
  await client.create(MachineDeployment, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { namespace, name: workers },
    spec: {
      clusterName: name,
      replicas,
      selector: { matchLabels: { pool: "workers" } },
      template: {
        ...template,
        spec: {
          clusterName: name,
          version,
          bootstrap,
          infrastructureRef: { apiGroup, kind: "LocalMachineTemplate", name: workers },
        },
      },
    },
  });
}

/** Creates the MachinePool "pool" of a cluster with its LocalMachinePool, connected as core would have done it. */
export async function createPool(
  client: Client,
  { namespace, name: clusterName }: ObjectKey,
  replicas: number,
  spec: LocalMachinePool["spec"] = {},
): Promise<void> {
  const metadata = { namespace, name: "pool", labels: { "cluster.x-k8s.io/cluster-name": clusterName } };
  const infrastructureRef = { apiGroup, kind: LocalMachinePool.kind, name: metadata.name };
  const bootstrap = { dataSecretName: `${clusterName}-bootstrap` };
  const pool = await client.create(MachinePool, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachinePool",
    metadata,
    spec: { clusterName, replicas, template: { spec: { clusterName, bootstrap, infrastructureRef } } },
  });
  await client.create(LocalMachinePool, {
    apiVersion: `${apiGroup}/v1beta1`,
    kind: "LocalMachinePool",
    metadata: { ...metadata, ownerReferences: [ownerReferenceTo(pool)] },
    spec,
  });
}
