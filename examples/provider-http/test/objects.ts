// The objects that a user of this provider creates: an identity with its Secret, and a Cluster with machines.
import { type AllowedNamespaces, type CustomResourceDefinition, type ObjectKey, Secret } from "@capstan/api";
import { Cluster, MachineDeployment } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/controller-kit/testing";
import { readdirSync, readFileSync } from "node:fs";
import { HttpCluster } from "../src/api/v1beta1/http-cluster.ts";
import { HttpIdentity } from "../src/api/v1beta1/http-identity.ts";
import { HttpMachineTemplate } from "../src/api/v1beta1/http-machine.ts";

const apiGroup = "infrastructure.cluster.x-k8s.io";
const apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1" = `${apiGroup}/v1beta1`;

/** The generated CRDs. */
export function httpCrds(): readonly CustomResourceDefinition[] {
  const folder = new URL("../generated/crds/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as CustomResourceDefinition);
}

/** Creates an identity and, in a namespace, its Secret of the same name. */
export async function createIdentity(
  client: Client,
  { namespace, name }: ObjectKey,
  { token, allowedNamespaces }: { readonly token: string; readonly allowedNamespaces?: AllowedNamespaces },
): Promise<void> {
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace, name },
    stringData: { token },
  });
  const secretRef = { namespace, name };
  const spec = { secretRef, ...(allowedNamespaces === undefined ? {} : { allowedNamespaces }) };
  await client.create(HttpIdentity, { apiVersion, kind: "HttpIdentity", metadata: { name }, spec });
}

/** Creates a Cluster that uses an identity, with a MachineDeployment. */
export async function createCluster(
  client: Client,
  { namespace, name }: ObjectKey,
  { identity, replicas }: { readonly identity: string; readonly replicas: number },
): Promise<void> {
  const metadata = { namespace, name };
  const stringData = { value: "#cloud-config\n" };
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace, name: `${name}-bootstrap` },
    stringData,
  });
  await client.create(HttpCluster, { apiVersion, kind: "HttpCluster", metadata: { ...metadata }, spec: { identity } });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { ...metadata },
    spec: { infrastructureRef: { apiGroup, kind: "HttpCluster", name } },
  });
  await client.create(HttpMachineTemplate, {
    apiVersion,
    kind: "HttpMachineTemplate",
    metadata: { ...metadata },
    spec: { template: { spec: { flavor: "small" } } },
  });
  await client.create(MachineDeployment, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { ...metadata },
    spec: {
      clusterName: name,
      replicas,
      selector: { matchLabels: { workers: name } },
      template: {
        metadata: { labels: { workers: name } },
        spec: {
          clusterName: name,
          bootstrap: { dataSecretName: `${name}-bootstrap` },
          infrastructureRef: { apiGroup, kind: "HttpMachineTemplate", name },
        },
      },
    },
  });
}
