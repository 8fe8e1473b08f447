// A cluster without containers: a real control plane, a node that runs Deployments as local processes, a proxy behind the API
// server's egress in place of the Service network, and the part of cert-manager that release files need. Called by suites and by
// whoever wants to see unmodified release files run. It knows no Cluster API.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { portOf } from "@capstan/testenv/host";
import { injectAuthorities } from "./certificates/injector.ts";
import { issueCertificates } from "./certificates/issuer.ts";
import { Certificate, certificateCrds, Issuer } from "./certificates/kinds.ts";
import { loop } from "./loop.ts";
import { type Mirror, mirror } from "./mirror.ts";
import { type ConnectProxy, startConnectProxy } from "./network/connect-proxy.ts";
import { routeToService } from "./network/services.ts";
import type { ImageTable } from "./node/images.ts";
import { createNode, type LocalNode, type OwnedNode } from "./node/node.ts";
import { canSandbox } from "./node/sandbox.ts";

/** What the cluster is made of. */
export interface LocalClusterOptions {
  /** The local commands that stand in for images. */
  readonly images: ImageTable;
  /** Definitions that are there from the start, besides cert-manager's. */
  readonly crds?: readonly object[];
  /** The control plane's options; its egress and its folder are the cluster's own. */
  readonly envtest?: Omit<EnvtestOptions, "egress" | "folder">;
  /** Variables that every process gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where everything is kept, logs included. Default: a temporary folder that `stop` deletes. */
  readonly folder?: string;
}

/** A running cluster. */
export interface LocalCluster extends AsyncDisposable {
  /** The control plane: audit log, stored values, CRDs. */
  readonly controlPlane: Envtest;
  /** The admin's credentials. */
  readonly credentials: ClusterCredentials;
  /** A client of the admin. */
  readonly client: Client;
  /** The admin's kubeconfig, as a file: for programs such as clusterctl. */
  readonly kubeconfigFile: string;
  /** The folder of everything that it keeps. */
  readonly folder: string;
  readonly node: LocalNode;
  /** What goes wrong in the background at the moment, in words; empty when all is well. */
  problems(): readonly string[];
  /** The last lines of every process, control plane included, by name. */
  lastLines(count?: number): Readonly<Record<string, readonly string[]>>;
  /** Ends every process and deletes the folder unless it was named. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts a cluster; resolves when its API server is ready. Leaves nothing running when it fails. */
export async function startLocalCluster(options: LocalClusterOptions): Promise<LocalCluster> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "capstan-cluster-"));
  mkdirSync(folder, { recursive: true });
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
  /** What to end, in the order of starting. */
  readonly closers: (() => Promise<void>)[];
  readonly folder: string;
  readonly keepFolder: boolean;
  /** The present failure of each background loop, by its name. */
  readonly problems: Map<string, string>;
  /** Filled when the cluster runs; the proxies exist before it. */
  readonly network: { node?: OwnedNode; services?: Mirror<Service> };
}

async function startParts(parts: Parts, options: LocalClusterOptions): Promise<LocalCluster> {
  const { folder, closers } = parts;
  const socket = join(folder, "egress.sock");
  const egress = await startProxy(parts, socket);
  closers.push(() => egress.close());
  const proxy = await startProxy(parts, 0);
  closers.push(() => proxy.close());
  const controlPlane = await startEnvtest({
    crds: [...certificateCrds(), ...(options.crds ?? [])],
    envtest: { controllerManager: true, ...options.envtest, egress: { socket }, folder },
  });
  closers.push(() => controlPlane.stop());
  const client = createClient(controlPlane.credentials);
  closers.push(() => Promise.resolve(client.close()));
  const env = {
    HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy.server)}`,
    NO_PROXY: "127.0.0.1,localhost",
    ...options.env,
  };
  const account = join(folder, "sandbox");
  mkdirSync(account);
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

function startProxy({ network }: Parts, listen: string | number): Promise<ConnectProxy> {
  const route = (host: string, port: number) =>
    routeToService(host, port, { services: network.services?.list() ?? [], backends: network.node?.backends() ?? [] });
  return startConnectProxy({ listen, route });
}

/** Certificates are few and nobody waits for milliseconds. */
const everyMs = 250;

async function startLoops(parts: Parts, client: Client, node: OwnedNode): Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const services = mirror({ client, resource: Service, signal });
  Object.assign(parts.network, { services, node });
  const deployments = mirror({ client, resource: Deployment, signal });
  const certificates = certificateWork(client, signal);
  // What failed once and then worked was an object that changed under our hands, and no problem.
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
  writeFileSync(kubeconfigFile, controlPlane.kubeconfig(), { mode: 0o600 });
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

/** Last started, first stopped: processes say goodbye to an API server that still answers. */
async function stopParts({ closers, folder, keepFolder }: Parts): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
  if (!keepFolder) rmSync(folder, { recursive: true, force: true });
}
