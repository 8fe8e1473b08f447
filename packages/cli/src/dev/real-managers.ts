// Cluster API's own managers for `capstan dev --managers`: the programs of a folder, installed by the components of their release on a cluster of local processes.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@capstan/client";
import { errorOf, formatKey, hasErrors, keyOf } from "@capstan/kube";
import { ClusterRoleBinding, Deployment } from "@capstan/kube/builtin";
import type { LocalCluster } from "@capstan/local-cluster";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { applySample, readSample } from "./sample.ts";

/** A manager: its program, the components of its release, and the image that these name. */
interface Manager {
  readonly program: string;
  readonly components: string;
  readonly image: string;
}

const managers: readonly Manager[] = [
  { program: "cluster-api-manager", components: "core-components.yaml", image: "cluster-api-controller" },
  {
    program: "kubeadm-bootstrap-manager",
    components: "bootstrap-components.yaml",
    image: "kubeadm-bootstrap-controller",
  },
  {
    program: "kubeadm-control-plane-manager",
    components: "control-plane-components.yaml",
    image: "kubeadm-control-plane-controller",
  },
];

/** What clusterctl would take from the environment; that of dev can set each. */
const features = { CLUSTER_TOPOLOGY: "true", EXP_RUNTIME_SDK: "true" };

/** How long the managers may take to be available. */
const availableMs = 120_000;

/** How they are started: `signal` ends the start. */
export interface ManagersStart {
  readonly note: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Starts a cluster with the managers of a folder; rejects with `dev/no-managers` when a file is missing in it. */
export async function startWithManagers(folder: string, { note, signal }: ManagersStart): Promise<LocalCluster> {
  const inFolder = (name: string): string => resolve(folder, name);
  const files = managers.flatMap(({ program, components }) => [program, components]);
  const missing = files.filter((name) => !existsSync(inFolder(name)));
  if (missing.length > 0)
    throw errorOf(devDiagnostics, "dev/no-managers", { values: { folder, missing: missing.join(", ") } });
  const { managerFlagConventions: flags, startLocalCluster } = await import("@capstan/local-cluster");
  const images = managers.map(({ image, program }) => [image, { command: inFolder(program), flags }] as const);
  const cluster = await startLocalCluster({
    images: Object.fromEntries(images),
    ...(signal && { envtest: { signal } }),
  });
  try {
    note(`Cluster API's managers of ${folder}: they are starting`);
    await install(cluster, folder, signal);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

async function install(cluster: LocalCluster, folder: string, signal?: AbortSignal): Promise<void> {
  const { client } = cluster;
  const env = { ...features, ...process.env };
  const deployments: Deployment[] = [];
  for (const { components } of managers) {
    const file = join(folder, components);
    const { objects, diagnostics } = await readSample({ root: folder, cwd: folder, file: resolve(file), env });
    if (hasErrors(diagnostics))
      throw errorOf(devDiagnostics, "dev/not-applied", { values: { file, problem: diagnostics[0]?.message ?? "" } });
    await applySample(client, objects);
    deployments.push(...objects.filter(isDeployment));
  }
  await client.create(ClusterRoleBinding, allRights);
  const end = Date.now() + availableMs;
  for (const deployment of deployments) await available(cluster, deployment, { end, signal });
}

/** The components have rights for the kinds of releases that are installed; the kinds of the project are not. */
const allRights: ClusterRoleBinding = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "capstan-dev-managers" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "system:serviceaccounts" }],
};

function isDeployment(object: { readonly kind: string }): object is Deployment {
  return object.kind === "Deployment";
}

interface Wait {
  readonly end: number;
  readonly signal: AbortSignal | undefined;
}

async function available(cluster: LocalCluster, deployment: Deployment, { end, signal }: Wait): Promise<void> {
  while (!(await isAvailable(cluster.client, deployment))) {
    signal?.throwIfAborted();
    if (Date.now() > end) {
      const name = formatKey(keyOf(deployment));
      const problem = [...cluster.problems(), ...(cluster.lastLines(5)[name] ?? [])].join("\n  ");
      throw errorOf(devDiagnostics, "dev/no-manager", { values: { name, problem } });
    }
    await sleep(250);
  }
}

async function isAvailable(client: Client, deployment: Deployment): Promise<boolean> {
  const { status } = await client.get(Deployment, keyOf(deployment));
  return status?.conditions?.some(({ type, status: is }) => type === "Available" && is === "True") === true;
}
