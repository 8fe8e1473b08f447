// A cluster whose parts are all played: a control plane of one machine, and workers by the number.
import { KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Cluster, MachineDeployment } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/client";
import { type ObjectKey, resourceOf, type UnstructuredObject } from "@capstan/kube";

const version = "v1.36.0";
const infraGroup = "infrastructure.cluster.x-k8s.io";
const bootstrapGroup = "bootstrap.cluster.x-k8s.io";

async function createDev(client: Client, kind: string, key: ObjectKey): Promise<void> {
  const apiVersion = `${infraGroup}/v1beta2`;
  const spec = kind.endsWith("Template") ? { template: { spec: {} } } : {};
  await client.create(resourceOf<UnstructuredObject>(apiVersion, kind), { apiVersion, kind, metadata: key, spec });
}

/** Creates the Cluster `c`, what it refers to, and a MachineDeployment `workers` with so many replicas. */
export async function createPlayedCluster(client: Client, namespace: string, replicas: number): Promise<void> {
  const key = (name: string): ObjectKey => ({ namespace, name });
  await createDev(client, "DevCluster", key("c"));
  await createDev(client, "DevMachineTemplate", key("m"));
  await client.create(KubeadmConfigTemplate, {
    apiVersion: `${bootstrapGroup}/v1beta2`,
    kind: "KubeadmConfigTemplate",
    metadata: key("workers"),
    spec: { template: { spec: { format: "cloud-config" } } },
  });
  const machines = { apiGroup: infraGroup, kind: "DevMachineTemplate", name: "m" };
  await client.create(KubeadmControlPlane, {
    apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmControlPlane",
    metadata: key("cp"),
    spec: { version, machineTemplate: { spec: { infrastructureRef: machines } } },
  });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key("c"),
    spec: {
      infrastructureRef: { apiGroup: infraGroup, kind: "DevCluster", name: "c" },
      controlPlaneRef: { apiGroup: "controlplane.cluster.x-k8s.io", kind: "KubeadmControlPlane", name: "cp" },
    },
  });
  const configRef = { apiGroup: bootstrapGroup, kind: "KubeadmConfigTemplate", name: "workers" };
  await client.create(MachineDeployment, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: key("workers"),
    spec: {
      clusterName: "c",
      replicas,
      selector: { matchLabels: {} },
      template: { spec: { clusterName: "c", version, bootstrap: { configRef }, infrastructureRef: machines } },
    },
  });
}
