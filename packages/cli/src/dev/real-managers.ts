// Cluster API's own managers for `capstan dev --managers`: the programs of a folder or of Capstan's cache, installed by the components of their release on a cluster of local processes.
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@capstan/client";
import { errorOf, formatKey, hasErrors, keyOf } from "@capstan/kube";
import { ClusterRoleBinding, Deployment } from "@capstan/kube/builtin";
import type { LocalCluster } from "@capstan/local-cluster";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { type ManagerFiles, managerFiles, managers, type ManagersPlace } from "./manager-files.ts";
import { applySample, readSample } from "./sample.ts";

/** What clusterctl would take from the environment; that of dev can set each. */
const features = { CLUSTER_TOPOLOGY: "true", EXP_RUNTIME_SDK: "true" };

/** How long the managers may take to be available. */
const availableMs = 120_000;

/** How they are started: `signal` ends the start. */
export interface ManagersStart {
  readonly note: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Starts a cluster with the managers; rejects with `dev/no-managers` or `dev/no-cached-managers` when a file is missing, and with `dev/foreign-managers`. */
export async function startWithManagers(from: ManagersPlace, { note, signal }: ManagersStart): Promise<LocalCluster> {
  const files = managerFiles(from);
  const { managerFlagConventions: flags, startLocalCluster } = await import("@capstan/local-cluster");
  const images = managers.map(({ image, program }) => [image, { command: files.pathOf(program), flags }] as const);
  const cluster = await startLocalCluster({
    images: Object.fromEntries(images),
    ...(signal && { envtest: { signal } }),
  });
  try {
    note(`Cluster API's managers of ${files.place}: they are starting`);
    await install(cluster, files, signal);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

async function install(cluster: LocalCluster, files: ManagerFiles, signal?: AbortSignal): Promise<void> {
  const { client } = cluster;
  const env = { ...features, ...process.env };
  const deployments: Deployment[] = [];
  for (const { components } of managers) {
    const file = files.pathOf(components);
    const root = dirname(file);
    const { objects, diagnostics } = await readSample({ root, cwd: root, file, env });
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
