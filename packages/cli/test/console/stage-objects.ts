// The objects of the stage: a cluster with a control plane machine and workers, and kinds of an infrastructure without rules.
import { Cluster, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/client";
import { kubeconfigSecret } from "@capstan/contract";
import { resourceOf, type ObjectKey, type Resource, type UnstructuredObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";

const group = "infrastructure.cluster.x-k8s.io";

export const StageCluster: Resource<UnstructuredObject> = resourceOf(`${group}/v1`, "StageCluster");
export const StageMachine: Resource<UnstructuredObject> = resourceOf(`${group}/v1`, "StageMachine");
const StageMachineTemplate: Resource<UnstructuredObject> = resourceOf(`${group}/v1`, "StageMachineTemplate");

/** The definitions of the infrastructure. */
export function stageCrds(): object[] {
  return [StageCluster, StageMachine, StageMachineTemplate].map(({ kind, plural }) => {
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const schema = { openAPIV3Schema: { type: "object", properties: { spec: open, status: open } } };
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.${group}`, labels: { "cluster.x-k8s.io/v1beta2": "v1" } },
      spec: {
        group,
        scope: "Namespaced",
        names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
        versions: [{ name: "v1", served: true, storage: true, schema, subresources: { status: {} } }],
      },
    };
  });
}

/** Creates a cluster with one control plane machine and some workers. */
export async function createStageCluster(
  client: Client,
  kubeconfig: string,
  size: { readonly name: string; readonly workers: number },
): Promise<void> {
  const { name, workers } = size;
  const key: ObjectKey = { namespace: "default", name };
  const bootstrap = { dataSecretName: `${name}-bootstrap` };
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { ...key, name: bootstrap.dataSecretName },
    stringData: { value: "the-bootstrap-data" },
  });
  await client.create(Secret, kubeconfigSecret({ cluster: name, namespace: key.namespace, kubeconfig }));
  const foreign = async (resource: Resource<UnstructuredObject>, named: string, spec: object): Promise<void> => {
    const { apiVersion, kind } = resource;
    await client.create(resource, { apiVersion, kind, metadata: { ...key, name: named }, spec });
  };
  await foreign(StageCluster, name, { region: "eu-west" });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key,
    spec: { infrastructureRef: { apiGroup: group, kind: "StageCluster", name } },
  });
  const first = `${name}-control-plane`;
  await foreign(StageMachine, first, { size: "large" });
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      ...key,
      name: first,
      labels: { "cluster.x-k8s.io/cluster-name": name, "cluster.x-k8s.io/control-plane": "" },
    },
    spec: { clusterName: name, bootstrap, infrastructureRef: { apiGroup: group, kind: "StageMachine", name: first } },
  });
  await foreign(StageMachineTemplate, `${name}-workers`, { template: { spec: { size: "small" } } });
  await client.create(MachineDeployment, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { ...key, name: `${name}-workers` },
    spec: {
      clusterName: name,
      replicas: workers,
      selector: { matchLabels: { pool: name } },
      template: {
        metadata: { labels: { pool: name } },
        spec: {
          clusterName: name,
          bootstrap,
          infrastructureRef: { apiGroup: group, kind: "StageMachineTemplate", name: `${name}-workers` },
        },
      },
    },
  });
}
