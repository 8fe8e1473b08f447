// The real backend: etcd, kube-apiserver and optionally kube-controller-manager as child processes. It runs no workloads.
import { rmSync } from "node:fs";
import { type ClusterCredentials, formatKubeconfig, type ObjectKey, type UnstructuredObject } from "@capstan/kube";
import { openOwnFolder } from "../host/private-folder.ts";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { type Assets, findAssets } from "./assets.ts";
import { type AuditEvent, type AuditOptions, prepareAudit, readAuditLog } from "./audit.ts";
import { defaultControllers, startControllerManager } from "./controller-manager.ts";
import { applyCrds } from "./crds.ts";
import { type Etcd, startEtcd } from "./etcd.ts";
import type { RestartableProgram } from "./program.ts";
import { type TestUser, userCredentials } from "../test-env.ts";
import { openTemporaryFolder } from "./temporary-folder.ts";
import { readStored, type StoredResource } from "./stored.ts";

/** Settings of the real backend. */
export interface EnvtestOptions {
  /** The folder with etcd and kube-apiserver, which run with your rights. Default: KUBEBUILDER_ASSETS, then Capstan's cache. */
  readonly assets?: string;
  /** Keep an audit log of every request; an object is used as the audit Policy. Default: false. */
  readonly auditLog?: boolean | object;
  /** Send calls to webhooks by Service through the HTTP CONNECT proxy that listens at this Unix socket. */
  readonly egress?: { readonly socket: string };
  /**
   * Run kube-controller-manager: `true` for garbage collection, namespaces, ServiceAccounts and role aggregation, or a list of
   * controller names. Default: false.
   */
  readonly controllerManager?: boolean | readonly string[];
  /** The API server's port. Default: any free one. */
  readonly port?: number;
  /** Additional flags for kube-apiserver. */
  readonly apiServerArgs?: readonly string[];
  /** The folder for data, certificates and logs; `stop` keeps it. Default: a temporary folder that `stop` deletes, and the next start when this process is killed. */
  readonly folder?: string;
  /** Ends the start: what was started is killed, and the start rejects with the reason of the signal. It changes nothing once the control plane runs. */
  readonly signal?: AbortSignal;
}

/** CRDs and settings of a new real control plane. */
export interface StartEnvtestOptions {
  readonly crds?: readonly object[];
  readonly envtest?: EnvtestOptions;
}

/** The programs of a real control plane. End one like a crash does with `process.stop({ signal: "SIGKILL" })`, and start it again with `restart()`. */
export interface ControlPlanePrograms {
  readonly etcd: RestartableProgram;
  readonly apiServer: RestartableProgram;
  /** Undefined unless the option `controllerManager` is set. */
  readonly controllerManager: RestartableProgram | undefined;
}

/** A running real control plane. */
export interface Envtest extends AsyncDisposable {
  readonly backend: "envtest";
  /** Admin credentials with full access. */
  readonly credentials: ClusterCredentials;
  /** The folder with its data, certificates and logs: the real path, without links. */
  readonly folder: string;
  /** The path of the audit log; undefined unless it is enabled. */
  readonly auditLogPath: string | undefined;
  /** Its programs, for tests of what happens when one of them ends. */
  readonly programs: ControlPlanePrograms;
  /** The credentials of another user, which has the rights that RBAC gives to its name and its groups. */
  addUser(user: TestUser): ClusterCredentials;
  /** The admin's kubeconfig. */
  kubeconfig(): string;
  /** Creates or replaces definitions and waits until they are served. */
  applyCrds(crds: readonly object[]): Promise<void>;
  /** Reads a custom resource as etcd stores it, in its stored version; undefined when it does not exist. */
  readStored(resource: StoredResource, key: ObjectKey): Promise<UnstructuredObject | undefined>;
  /** The audit events so far; empty unless the log is enabled. */
  auditEvents(): AuditEvent[];
  /** The last log lines of each process, by name. */
  lastLines(count?: number): Readonly<Record<string, readonly string[]>>;
  /** Stops every process and deletes the temporary folder. Safe to call twice. */
  stop(): Promise<void>;
}

/** What the processes read and write in the folder. */
const usedEntries = ["etcd", "pki", "logs", "egress.json", "audit-policy.json", "controller-manager.kubeconfig"];

/**
 * Starts etcd and kube-apiserver. Resolves when the API server is ready and serves the CRDs; that takes seconds. Most callers
 * use `startTestEnv({ backend: "envtest" })`.
 *
 * Rejects with `testenv/no-control-plane` when the programs are not found, with `testenv/foreign-control-plane` when other users can change those of Capstan's cache, with `testenv/folder-not-private` when the named folder, a folder above it or what
 * it uses in there belongs to another user, or all users may write to a folder above, with `testenv/folder-was-open` when others may open something that it uses in there, and with `testenv/not-ready` and the last log lines
 * when one of them ends or is not ready within a minute. When it rejects, no process is left running. The processes also end
 * when this process ends.
 *
 * @example
 * await using env = await startEnvtest({ crds, envtest: { controllerManager: true } });
 */
export async function startEnvtest({ crds = [], envtest = {} }: StartEnvtestOptions = {}): Promise<Envtest> {
  const assets = findAssets({ folder: envtest.assets });
  const folder = openOwnFolder(envtest.folder ?? openTemporaryFolder(), usedEntries);
  const parts: Parts = { programs: [], keepFolder: envtest.folder !== undefined, folder };
  const { signal } = envtest;
  const kill = (): void => {
    for (const { process } of parts.programs) void process.stop({ signal: "SIGKILL" });
  };
  signal?.addEventListener("abort", kill);
  try {
    const env = await startParts(parts, assets, envtest);
    await env.applyCrds(crds);
    signal?.throwIfAborted();
    return env;
  } catch (error) {
    await stopParts(parts);
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/** What `stop` ends; programs in the order in which they were started. */
interface Parts {
  readonly programs: RestartableProgram[];
  readonly folder: string;
  readonly keepFolder: boolean;
}

async function startParts(parts: Parts, assets: Assets, options: EnvtestOptions): Promise<Envtest> {
  const { folder, programs } = parts;
  const audit =
    options.auditLog === undefined || options.auditLog === false ? undefined : prepareAudit(folder, options.auditLog);
  const etcd = await startEtcd(assets.etcd, folder, options.signal);
  programs.push(etcd.program);
  const server = await startApiServer({
    command: assets.apiServer,
    etcd,
    folder,
    audit,
    egressSocket: options.egress?.socket,
    port: options.port,
    extraArgs: options.apiServerArgs ?? [],
    signal: options.signal,
  });
  programs.push(server.program);
  const manager = await startOptional(server, assets, {
    folder,
    controllerManager: options.controllerManager ?? false,
  });
  if (manager !== undefined) programs.push(manager);
  return createEnvtest(parts, { etcd, server, manager, audit });
}

function startOptional(
  { credentials }: ApiServer,
  { controllerManager: command }: Assets,
  { folder, controllerManager }: Required<Pick<EnvtestOptions, "folder" | "controllerManager">>,
): Promise<RestartableProgram> | undefined {
  if (controllerManager === false) return undefined;
  const controllers = controllerManager === true ? defaultControllers : controllerManager;
  return startControllerManager({ command, folder, kubeconfig: formatKubeconfig(credentials), controllers });
}

interface Running {
  readonly etcd: Etcd;
  readonly server: ApiServer;
  readonly manager: RestartableProgram | undefined;
  readonly audit: AuditOptions | undefined;
}

function createEnvtest(parts: Parts, { etcd, server, manager, audit }: Running): Envtest {
  const stop = async (): Promise<void> => {
    server.rest.close();
    etcd.close();
    await stopParts(parts);
  };
  return {
    backend: "envtest",
    credentials: server.credentials,
    folder: parts.folder,
    auditLogPath: audit?.log,
    programs: { etcd: etcd.program, apiServer: server.program, controllerManager: manager },
    addUser: (user) => userCredentials(server.users, user),
    kubeconfig: () => formatKubeconfig(server.credentials),
    applyCrds: (crds) => applyCrds(server.rest, crds),
    readStored: (resource, key) => readStored(etcd, resource, key),
    auditEvents: () => (audit === undefined ? [] : readAuditLog(audit.log)),
    lastLines: (count) =>
      Object.fromEntries(parts.programs.map(({ process }) => [process.name, process.lastLines(count)])),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Stops the last process first: an API server without etcd hangs for a minute and keeps its port. */
async function stopParts({ programs, folder, keepFolder }: Parts): Promise<void> {
  for (const { process } of programs.toReversed()) await process.stop({ withinMs: 8000 });
  if (!keepFolder) rmSync(folder, { recursive: true, force: true });
}
