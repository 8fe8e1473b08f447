// A cluster without containers: a real control plane, a node that runs Deployments as local processes, proxies in place of the
// Service network, and the part of cert-manager that release files need.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Client, createClient } from "@capstan/client";
import { type ClusterCredentials, describeError } from "@capstan/kube";
import {
  CustomResourceDefinition,
  Deployment,
  MutatingWebhookConfiguration,
  Service,
  ValidatingWebhookConfiguration,
} from "@capstan/kube/builtin";
import { type Envtest, type EnvtestOptions, startEnvtest } from "@capstan/testenv/envtest";
import { deleteOwn, openOwnFolder, portOf, writeSecretFile } from "@capstan/testenv/host";
import { injectAuthorities } from "./certificates/injector.ts";
import { issueCertificates } from "./certificates/issuer.ts";
import { Certificate, certificateCrds, Issuer } from "./certificates/kinds.ts";
import { loop } from "./loop.ts";
import { type Mirror, mirror } from "./mirror.ts";
import { type ProxyRoute, startConnectProxy } from "./network/connect-proxy.ts";
import { createProxyCredential } from "./network/proxy-credential.ts";
import { routeToService } from "./network/services.ts";
import type { ImageTable } from "./node/images.ts";
import { createNode, type LocalNode, type OwnedNode } from "./node/node.ts";
import { canSandbox } from "./node/sandbox.ts";

/** The settings of a local cluster. */
export interface LocalClusterOptions {
  /** The local command for each container image. */
  readonly images: ImageTable;
  /** CustomResourceDefinitions to serve from the start, in addition to those of cert-manager. */
  readonly crds?: readonly object[];
  /** Options of the control plane; the cluster sets egress and folder itself. */
  readonly envtest?: Omit<EnvtestOptions, "egress" | "folder">;
  /** Environment variables of every process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder for data, certificates and logs; `stop` keeps it. Default: a temporary folder that `stop` deletes. */
  readonly folder?: string;
}

/** A running cluster. */
export interface LocalCluster extends AsyncDisposable {
  /** The control plane: audit log, stored values, CRDs. */
  readonly controlPlane: Envtest;
  /** Admin credentials with full access. */
  readonly credentials: ClusterCredentials;
  /** A client with these credentials; closed by `stop`. */
  readonly client: Client;
  /** A kubeconfig file with these credentials, for programs such as clusterctl. */
  readonly kubeconfigFile: string;
  /** The folder with data, certificates and logs: the real path, without links. */
  readonly folder: string;
  readonly node: LocalNode;
  /** Current problems of the background loops and processes; empty when everything works. */
  problems(): readonly string[];
  /** The last log lines of every process, including the control plane, by name. */
  lastLines(count?: number): Readonly<Record<string, readonly string[]>>;
  /** Stops every process and deletes the temporary folder. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a cluster without containers: a real control plane and a node that runs one local process for each Deployment. Resolves
 * when the API server is ready; Deployments that are created later start within moments, and each reports a problem of its process,
 * such as an image without a local command, in its condition Available.
 *
 * Rejects with `testenv/no-control-plane` or `testenv/no-controller-manager` when programs are not found, with `testenv/foreign-control-plane` when other users can change those of the cache, with `testenv/folder-not-private` or `testenv/folder-was-open` when the named folder is not safe from other users, and with
 * `testenv/not-ready` when one of them fails. When it rejects, no process is left running. All processes end with this process.
 *
 * @example
 * await using cluster = await startLocalCluster({ images: { manager: { command: "node", args: ["dist/main.js"] } } });
 * console.log(cluster.kubeconfigFile);
 */
export async function startLocalCluster(options: LocalClusterOptions): Promise<LocalCluster> {
  const named = options.folder ?? mkdtempSync(join(tmpdir(), "capstan-cluster-"));
  const folder = openOwnFolder(named, ["admin.kubeconfig", "egress", "logs", "sandbox"]);
  const parts: Parts = {
    closers: [],
    folder,
    keepFolder: options.folder !== undefined,
    problems: new Map(),
    network: {},
  };
  try {
    return await startParts(parts, options);
  } catch (error) {
    await stopParts(parts);
    throw error;
  }
}

interface Parts {
  /** What `stop` ends, in the order in which it was started. */
  readonly closers: (() => Promise<void>)[];
  readonly folder: string;
  readonly keepFolder: boolean;
  /** The current error of each background loop, by its name. */
  readonly problems: Map<string, string>;
  /** Set when the cluster runs; the proxies exist earlier. */
  readonly network: { node?: OwnedNode; services?: Mirror<Service> };
}

async function startParts(parts: Parts, options: LocalClusterOptions): Promise<LocalCluster> {
  const { folder, closers } = parts;
  const socket = join(folder, "egress", "sock");
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 });
  const egress = await startConnectProxy({ listen: { socket }, route: onlyServices(parts) });
  closers.push(() => egress.close());
  // Workloads of an earlier run wrote there with modes of their own, and all that they need is written again.
  deleteOwn(join(folder, "workloads"));
  const credential = createProxyCredential();
  const proxy = await startConnectProxy({ listen: { port: 0, credential }, route: anywhere(parts) });
  closers.push(() => proxy.close());
  const controlPlane = await startEnvtest({
    crds: [...certificateCrds(), ...(options.crds ?? [])],
    envtest: { controllerManager: true, ...options.envtest, egress: { socket }, folder },
  });
  closers.push(() => controlPlane.stop());
  const client = createClient(controlPlane.credentials);
  closers.push(() => Promise.resolve(client.close()));
  const env = {
    HTTPS_PROXY: credential.url(portOf(proxy.server)),
    NO_PROXY: "127.0.0.1,localhost",
    ...options.env,
  };
  const account = join(folder, "sandbox");
  mkdirSync(account, { recursive: true, mode: 0o700 });
  const node = createNode({
    client,
    credentials: controlPlane.credentials,
    images: options.images,
    folder,
    env,
    sandbox: canSandbox(account),
  });
  closers.push(() => node.close());
  await startLoops(parts, client, node);
  return createCluster(parts, { controlPlane, client, node });
}

type Route = (host: string, port: number) => ProxyRoute;

/** For processes: to Services, and to all else as if there were no proxy. */
function anywhere({ network }: Parts): Route {
  return (host, port) =>
    routeToService(host, port, {
      services: network.services?.list() ?? [],
      backends: network.node?.backends() ?? [],
    });
}

/** For the API server, which uses its proxy for nothing but Services. */
function onlyServices(parts: Parts): Route {
  const route = anywhere(parts);
  return (host, port) => {
    const found = route(host, port);
    return found === "direct" ? { unavailable: `no Service has the address ${host}` } : found;
  };
}

/** There are few certificates, so that polling is enough. */
const everyMs = 250;

async function startLoops(parts: Parts, client: Client, node: OwnedNode): Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const services = mirror({ client, resource: Service, signal });
  Object.assign(parts.network, { services, node });
  const deployments = mirror({ client, resource: Deployment, signal });
  const certificates = certificateWork(client, signal);
  // A single failure is usually a conflict and not reported.
  const onRound = (name: string) => (error?: unknown) =>
    void (error === undefined ? parts.problems.delete(name) : parts.problems.set(name, describeError(error)));
  const loops = [
    loop({ everyMs, signal, work: () => node.reconcile(deployments.list()), onRound: onRound("node") }),
    loop({ everyMs, signal, work: certificates, onRound: onRound("certificates") }),
  ];
  parts.closers.push(async () => {
    stopped.abort();
    await Promise.all(loops);
  });
  await Promise.all([services.synced, deployments.synced]);
}

function certificateWork(client: Client, signal: AbortSignal): () => Promise<void> {
  const issuers = mirror({ client, resource: Issuer, signal });
  const certificates = mirror({ client, resource: Certificate, signal });
  const crds = mirror({ client, resource: CustomResourceDefinition, signal });
  const mutating = mirror({ client, resource: MutatingWebhookConfiguration, signal });
  const validating = mirror({ client, resource: ValidatingWebhookConfiguration, signal });
  const issued = new Map<string, string>();
  return async () => {
    await issueCertificates({ client, issuers: issuers.list(), certificates: certificates.list(), issued });
    await injectAuthorities({
      client,
      crds: crds.list(),
      mutating: mutating.list(),
      validating: validating.list(),
      issued,
    });
  };
}

interface Running {
  readonly controlPlane: Envtest;
  readonly client: Client;
  readonly node: OwnedNode;
}

function createCluster(parts: Parts, { controlPlane, client, node }: Running): LocalCluster {
  const kubeconfigFile = join(parts.folder, "admin.kubeconfig");
  writeSecretFile(kubeconfigFile, controlPlane.kubeconfig());
  const stop = (): Promise<void> => stopParts(parts);
  return {
    controlPlane,
    credentials: controlPlane.credentials,
    client,
    kubeconfigFile,
    folder: parts.folder,
    node,
    problems: () => [...parts.problems].map(([name, problem]) => `${name}: ${problem}`),
    lastLines: (count) => ({
      ...controlPlane.lastLines(count),
      ...Object.fromEntries(
        node.workloads().map((workload) => [`${workload.namespace}/${workload.name}`, workload.lastLines(count)]),
      ),
    }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Stops the last part first, so that processes can still reach the API server while they end. */
async function stopParts({ closers, folder, keepFolder }: Parts): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
  if (!keepFolder) rmSync(folder, { recursive: true, force: true });
}
