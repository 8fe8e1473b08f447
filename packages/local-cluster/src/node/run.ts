// Starts a workload's process once: ports, volumes, identity, variables, then the process.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Deployment } from "@capstan/kube/builtin";
import { freePort, isFreePort, type LocalProcess, startProcess } from "@capstan/testenv/host";
import { createIdentity, type Identity } from "./identity.ts";
import { localPort, mainContainer, movablePorts, planWorkload, podSpec, type WorkloadPlan } from "./plan.ts";
import { type Command, inSandbox } from "./sandbox.ts";
import { readSources, writeVolumes } from "./volumes.ts";
import type { Client } from "@capstan/client";
import type { ClusterCredentials } from "@capstan/kube";
import type { ImageTable } from "./images.ts";

/** What every workload of a node shares. */
export interface WorkloadHost {
  readonly client: Client;
  readonly credentials: ClusterCredentials;
  readonly images: ImageTable;
  /** The folder of the node's files and logs. */
  readonly folder: string;
  /** Variables that every process gets, such as the proxy to Services. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether processes can be shown a ServiceAccount folder as in a Pod. */
  readonly sandbox: boolean;
}

/** The input of one start. */
export interface DeploymentRunOptions {
  readonly host: WorkloadHost;
  readonly deployment: Deployment;
  readonly folder: string;
  readonly log: string;
  /** Local ports by container port; the same for every start, so that callers can reconnect, unless something else has the port by then. */
  readonly ports: Map<number, number>;
  /** Variables that a test adds for this start. */
  readonly env: Readonly<Record<string, string>>;
}

/** A started process. */
export interface Run {
  readonly process: LocalProcess;
  /** The URL of the readiness probe. */
  readonly readiness: string | undefined;
  localPort(port: string | number): number | undefined;
  /** Renews its token when it is time. */
  refresh(): Promise<void>;
}

/** Prepares everything and starts the process; throws `local-cluster/not-yet` while something it needs is missing. */
export async function startRun({ host, deployment, folder, log, ports, env }: DeploymentRunOptions): Promise<Run> {
  const { namespace = "", name = "", uid = "" } = deployment.metadata;
  const pod = podSpec(deployment);
  const { container, image } = mainContainer(deployment, host.images);
  for (const port of movablePorts(container, image)) {
    const known = ports.get(port);
    if (known === undefined || !(await isFreePort(known))) ports.set(port, await freePort());
  }
  const sources = await readSources(host.client, namespace, pod);
  const folders = writeVolumes(join(folder, "volumes"), pod, sources);
  const serviceAccount = pod.serviceAccountName ?? "default";
  const identity = await createIdentity({
    client: host.client,
    credentials: host.credentials,
    namespace,
    serviceAccount,
    folder,
  });
  const fields = podFields({ namespace, name, uid, serviceAccount });
  const plan = planWorkload(container, { image, values: { fields, ...sources }, ports, folders, inPod: host.sandbox });
  const process = await startProcess({
    name: `${namespace}/${name}`,
    ...commandOf(plan, identity, { host, folder }),
    env: { ...inherited(), ...host.env, ...podEnvironment(host, identity), ...plan.env, ...env },
    ...(plan.cwd === undefined ? {} : { cwd: plan.cwd }),
    log,
  });
  return {
    process,
    readiness: plan.readiness,
    localPort: (port) => localPort(port, container, ports),
    refresh: () => identity.refresh(),
  };
}

/** The fields of a Pod that variables may read. There is no Pod: the Deployment's name and uid stand in for it. */
function podFields({ namespace, name, uid, serviceAccount }: Readonly<Record<string, string>>): Record<string, string> {
  return {
    "metadata.name": name ?? "",
    "metadata.namespace": namespace ?? "",
    "metadata.uid": uid ?? "",
    "spec.nodeName": "local",
    "spec.serviceAccountName": serviceAccount ?? "",
    "status.podIP": "127.0.0.1",
    "status.hostIP": "127.0.0.1",
  };
}

function commandOf(
  plan: WorkloadPlan,
  identity: Identity,
  { host, folder }: { readonly host: WorkloadHost; readonly folder: string },
): Command {
  if (!host.sandbox) return plan;
  const kept = join(folder, "run");
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  return inSandbox(plan, { account: identity.folder, kept });
}

/** The variables of this process that are passed on; all others are not. */
function inherited(): Record<string, string> {
  const names = ["PATH", "HOME", "USER", "TMPDIR", "LANG"];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function podEnvironment({ credentials, sandbox }: WorkloadHost, identity: Identity): Record<string, string> {
  const { hostname, port } = new URL(credentials.server);
  const inCluster = sandbox ? { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port } : {};
  return { KUBECONFIG: identity.kubeconfig, ...inCluster };
}
