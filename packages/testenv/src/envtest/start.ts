// The real backend: etcd, kube-apiserver and, when asked for, kube-controller-manager, as processes of this computer that end
// with the test. Called by startTestEnv({ backend: "envtest" }). It knows no Cluster API and runs no workloads.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClusterCredentials, formatKubeconfig, type ObjectKey, type UnstructuredObject } from "@capstan/kube";
import type { LocalProcess } from "../host/process.ts";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { type Assets, findAssets } from "./assets.ts";
import { type AuditEvent, type AuditOptions, prepareAudit, readAuditLog } from "./audit.ts";
import { defaultControllers, startControllerManager } from "./controller-manager.ts";
import { applyCrds } from "./crds.ts";
import { type Etcd, startEtcd } from "./etcd.ts";
import { readStored, type StoredResource } from "./stored.ts";

/** What only the real backend can do. */
export interface EnvtestOptions {
  /** The folder that holds etcd and kube-apiserver. Default: KUBEBUILDER_ASSETS, else Capstan's cache. */
  readonly assets?: string;
  /** Keep an audit log of every request; an object is the audit Policy to use. Default: none. */
  readonly auditLog?: boolean | object;
  /** Send calls to webhooks by Service through the HTTP CONNECT proxy that listens at this Unix socket. */
  readonly egress?: { readonly socket: string };
  /** Run kube-controller-manager: with `true` garbage collection, namespaces, ServiceAccounts and role aggregation, else those named. */
  readonly controllerManager?: boolean | readonly string[];
  /** The API server's port. Default: any free one. */
  readonly port?: number;
  /** More flags for kube-apiserver. */
  readonly apiServerArgs?: readonly string[];
  /** Where data, certificates and logs go; kept when named. Default: a temporary folder that `stop` deletes. */
  readonly folder?: string;
}

/** What the real backend starts with. */
export interface StartEnvtestOptions {
  readonly crds?: readonly object[];
  readonly envtest?: EnvtestOptions;
}

/** A running real control plane. */
export interface Envtest extends AsyncDisposable {
  readonly backend: "envtest";
  /** The admin's, to whom everything is allowed. */
  readonly credentials: ClusterCredentials;
  /** The folder of its data, certificates and logs. */
  readonly folder: string;
  /** The audit log's file; undefined unless asked for. */
  readonly auditLogPath: string | undefined;
  /** The admin's kubeconfig. */
  kubeconfig(): string;
  /** Creates or replaces definitions and waits until they are served. */
  applyCrds(crds: readonly object[]): Promise<void>;
  /** A custom resource as etcd holds it, in its stored version; undefined when there is none. */
  readStored(resource: StoredResource, key: ObjectKey): Promise<UnstructuredObject | undefined>;
  /** What the audit log holds so far. */
  auditEvents(): AuditEvent[];
  /** The last lines of each process, by name. */
  lastLines(count?: number): Readonly<Record<string, readonly string[]>>;
  /** Ends every process, in the order that lets each end quickly, and deletes the folder. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts a real control plane; resolves when it is ready and its CRDs are served. Leaves nothing running when it fails. */
export async function startEnvtest({ crds = [], envtest = {} }: StartEnvtestOptions = {}): Promise<Envtest> {
  const assets = findAssets({ folder: envtest.assets });
  const folder = envtest.folder ?? mkdtempSync(join(tmpdir(), "capstan-testenv-"));
  mkdirSync(folder, { recursive: true });
  const parts: Parts = { processes: [], keepFolder: envtest.folder !== undefined, folder };
  try {
    const env = await startParts(parts, assets, envtest);
    await env.applyCrds(crds);
    return env;
  } catch (error) {
    await stopParts(parts);
    throw error;
  }
}

/** What must be ended: processes in the order of their start. */
interface Parts {
  readonly processes: LocalProcess[];
  readonly folder: string;
  readonly keepFolder: boolean;
}

async function startParts(parts: Parts, assets: Assets, options: EnvtestOptions): Promise<Envtest> {
  const { folder, processes } = parts;
  const audit =
    options.auditLog === undefined || options.auditLog === false ? undefined : prepareAudit(folder, options.auditLog);
  const etcd = await startEtcd(assets.etcd, folder);
  processes.push(etcd.process);
  const server = await startApiServer({
    command: assets.apiServer,
    etcdUrl: etcd.url,
    folder,
    audit,
    egressSocket: options.egress?.socket,
    port: options.port,
    extraArgs: options.apiServerArgs ?? [],
  });
  processes.push(server.process);
  const { controllerManager = false } = options;
  if (controllerManager !== false) {
    const controllers = controllerManager === true ? defaultControllers : controllerManager;
    const kubeconfig = formatKubeconfig(server.credentials);
    processes.push(
      await startControllerManager({ command: assets.controllerManager, folder, kubeconfig, controllers }),
    );
  }
  return createEnvtest(parts, { etcd, server, audit });
}

interface Running {
  readonly etcd: Etcd;
  readonly server: ApiServer;
  readonly audit: AuditOptions | undefined;
}

function createEnvtest(parts: Parts, { etcd, server, audit }: Running): Envtest {
  const stop = async (): Promise<void> => {
    server.rest.close();
    await stopParts(parts);
  };
  return {
    backend: "envtest",
    credentials: server.credentials,
    folder: parts.folder,
    auditLogPath: audit?.log,
    kubeconfig: () => formatKubeconfig(server.credentials),
    applyCrds: (crds) => applyCrds(server.rest, crds),
    readStored: (resource, key) => readStored(etcd, resource, key),
    auditEvents: () => (audit === undefined ? [] : readAuditLog(audit.log)),
    lastLines: (count) =>
      Object.fromEntries(parts.processes.map((process) => [process.name, process.lastLines(count)])),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Last started, first stopped: an API server whose etcd is gone hangs for a minute and keeps its port. */
async function stopParts({ processes, folder, keepFolder }: Parts): Promise<void> {
  for (const process of processes.toReversed()) await process.stop({ withinMs: 8000 });
  if (!keepFolder) rmSync(folder, { recursive: true, force: true });
}
