// A Cluster with its machines as core would have written them, for a provider.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { coreCrds } from "@capstan/api/crds";
import { root } from "@capstan/repo";
import type { Api } from "./api.ts";
import type { Lab } from "./lab.ts";
import { atOnce, namespace } from "./widgets.ts";

const cluster = "many-machines";
const secret = "bootstrap";
const core = "cluster.x-k8s.io";
const infrastructure = "infrastructure.cluster.x-k8s.io";
const labels = { [`${core}/cluster-name`]: cluster };

/** The paths of objects of a kind, or of one. */
function pathOf(group: string, plural: string, name?: string): string {
  const version = group === core ? "v1beta2" : "v1beta1";
  const all = `/apis/${group}/${version}/namespaces/${namespace}/${plural}`;
  return name === undefined ? all : `${all}/${name}`;
}

interface Created {
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** Creates the Cluster with so many machines, which wait for nothing but their provider. */
export async function createMachines({ api, env }: Lab, count: number): Promise<void> {
  const folder = join(root, "examples", "provider-starter", "generated", "crds");
  const own = globSync("*.json", { cwd: folder }).map(
    (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as object,
  );
  await env.applyCrds([...coreCrds(), ...own]);
  const owner = ownerOf("Cluster", await createCluster(api));
  await api.json({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/secrets`,
    body: { metadata: { name: secret, labels }, stringData: { value: "#cloud-config\n" } },
  });
  await atOnce(
    Array.from({ length: count }, (_, i) => `machine-${i}`),
    (name) => createMachine(api, name, owner),
  );
}

function ownerOf(kind: "Cluster" | "Machine", { metadata: { name, uid } }: Created): object {
  return { apiVersion: `${core}/v1beta2`, kind, name, uid, controller: true };
}

async function createCluster(api: Api): Promise<Created> {
  const infrastructureRef = { apiGroup: infrastructure, kind: "StarterCluster", name: cluster };
  const created = await api.json<Created>({
    method: "POST",
    path: pathOf(core, "clusters"),
    body: {
      apiVersion: `${core}/v1beta2`,
      kind: "Cluster",
      metadata: { name: cluster },
      spec: { infrastructureRef, controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 } },
    },
  });
  await writeClusterStatus(api, { initialization: { infrastructureProvisioned: true } });
  await api.json({
    method: "POST",
    path: pathOf(infrastructure, "starterclusters"),
    body: {
      apiVersion: `${infrastructure}/v1beta1`,
      kind: "StarterCluster",
      metadata: { name: cluster, labels, ownerReferences: [ownerOf("Cluster", created)] },
      spec: {},
    },
  });
  return created;
}

async function createMachine(api: Api, name: string, owner: object): Promise<void> {
  const machine = await api.json<Created>({
    method: "POST",
    path: pathOf(core, "machines"),
    body: {
      apiVersion: `${core}/v1beta2`,
      kind: "Machine",
      metadata: { name, labels, ownerReferences: [owner] },
      spec: {
        clusterName: cluster,
        bootstrap: { dataSecretName: secret },
        infrastructureRef: { apiGroup: infrastructure, kind: "StarterMachine", name },
      },
    },
  });
  await api.json({
    method: "POST",
    path: pathOf(infrastructure, "startermachines"),
    body: {
      apiVersion: `${infrastructure}/v1beta1`,
      kind: "StarterMachine",
      metadata: { name, labels, ownerReferences: [ownerOf("Machine", machine)] },
      spec: {},
    },
  });
}

/** Writes the status of the Cluster. */
export async function writeClusterStatus(api: Api, status: object): Promise<void> {
  await api.json({ method: "PATCH", path: `${pathOf(core, "clusters", cluster)}/status`, body: { status } });
}

/** Writes the status of a Machine. */
export async function writeMachineStatus(api: Api, name: string, status: object): Promise<void> {
  await api.json({ method: "PATCH", path: `${pathOf(core, "machines", name)}/status`, body: { status } });
}

/** How many machines the provider has reported as provisioned. */
export async function provisionedMachines(api: Api): Promise<number> {
  type Machine = { readonly status?: { readonly initialization?: { readonly provisioned?: boolean } } };
  const path = pathOf(infrastructure, "startermachines");
  const { items } = await api.json<{ items: readonly Machine[] }>({ method: "GET", path });
  return items.filter(({ status }) => status?.initialization?.provisioned === true).length;
}
