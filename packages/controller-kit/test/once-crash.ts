// Machines, a cloud without idempotency keys, and managers that are killed again and again. The record of the cloud decides.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { coreCrds } from "@capstan/api/crds";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { type Client, createClient } from "@capstan/client";
import { ownerReferenceTo } from "@capstan/contract";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { fooCrds, FooCluster, FooMachine } from "./foo-kinds.ts";
import { type CloudBehavior, type OnceCloud, startOnceCloud } from "./once-cloud.ts";

/** How long the test runs and what it does. */
export interface OnceCrashOptions {
  /** How many managers run at once. More than one do without a Lease: each believes that it leads. */
  readonly managers: number;
  readonly kills: number;
  readonly machines: number;
  /** What the managers believe of the cloud. */
  readonly settle: string;
  readonly cloud: CloudBehavior;
}

/** What is left, and what was ever seen. */
export interface OnceCrashReport {
  /** The servers that had the same tag as another one ten seconds after the last kill. */
  readonly doubled: readonly string[];
  /** Machines that do not have one server in the end. */
  readonly notOne: readonly string[];
  /** Servers that exist in the end and are of no machine. */
  readonly ofNobody: readonly string[];
  /** Machines whose providerID was at any time another one than that of the server that is left. */
  readonly wrongIDs: readonly string[];
  /** Servers that the cloud ever had in addition to one for each machine. */
  readonly doubles: number;
}

const namespace = "default";
const group = "infrastructure.cluster.x-k8s.io";

interface Place {
  readonly env: TestEnv;
  readonly client: Client;
  readonly cloud: OnceCloud;
  readonly folder: string;
}

/** Kills managers while machines are created, and reads the record. */
export async function crashOnce(options: OnceCrashOptions): Promise<OnceCrashReport> {
  const env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...fooCrds] });
  const folder = mkdtempSync(join(tmpdir(), "capstan-once-"));
  const client = createClient(env.credentials);
  try {
    await using cloud = await startOnceCloud(options.cloud);
    return await run({ env, client, cloud, folder }, options);
  } finally {
    client.close();
    await env.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(place: Place, options: OnceCrashOptions): Promise<OnceCrashReport> {
  const { env, client, cloud, folder } = place;
  const file = join(folder, "credentials.json");
  writeFileSync(file, JSON.stringify(env.credentials));
  const stopping = new AbortController();
  const seen = watchIDs(client, stopping.signal);
  await createCluster(client);
  const created = createMachines(client, options.machines, stopping.signal);
  const start = (): ChildProcess => startManager([file, cloud.url, options.settle]);
  const each = Math.ceil(options.kills / options.managers);
  const running = await Promise.all(Array.from({ length: options.managers }, () => killed(start, each)));
  await sleep(10_000);
  const doubled = doubles(cloud);
  const names = await created;
  // Of a cloud that fails so often some machines get their server late.
  for (let waited = 0; waited < 60 && seen.ids.size < names.length; waited++) await sleep(1000);
  await sleep(2 * options.cloud.lateMs);
  for (const child of running) child.kill("SIGKILL");
  stopping.abort();
  await seen.ended;
  return { doubled, ...outcomeOf({ ids: seen.ids, cloud, names }) };
}

function doubles(cloud: OnceCloud): readonly string[] {
  const byTag = Map.groupBy(cloud.live(), ({ tag }) => tag);
  return [...byTag.values()].filter(({ length }) => length > 1).map((servers) => servers.map(({ id }) => id).join());
}

interface Evidence {
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  readonly cloud: OnceCloud;
  readonly names: readonly string[];
}

function outcomeOf({ ids, cloud, names }: Evidence): Omit<OnceCrashReport, "doubled"> {
  const live = cloud.live();
  const tagOf = new Map(cloud.record.map(({ id, tag }) => [`foo://${id}`, tag]));
  const owned = new Set<string>();
  const notOne: string[] = [];
  const wrongIDs: string[] = [];
  for (const name of names) {
    const [first = "", ...others] = ids.get(name) ?? [];
    const tag = tagOf.get(first) ?? "";
    owned.add(tag);
    const left = live.filter((server) => server.tag === tag).map(({ id }) => `foo://${id}`);
    if (left.length !== 1) notOne.push(`${name}: ${left.length} servers`);
    else if (others.length > 0 || left[0] !== first)
      wrongIDs.push(`${name}: ${[first, ...others].join()}, not ${left.join()}`);
  }
  const ofNobody = live.filter(({ tag }) => !owned.has(tag)).map(({ id }) => id);
  return { notOne, ofNobody, wrongIDs, doubles: cloud.record.length - names.length };
}

/** Every providerID that any FooMachine ever had. */
function watchIDs(client: Client, signal: AbortSignal): { ids: Map<string, Set<string>>; ended: Promise<void> } {
  const ids = new Map<string, Set<string>>();
  async function follow(): Promise<void> {
    for await (const { type, object } of client.watch(FooMachine, { namespace, signal })) {
      if (type !== "ADDED" && type !== "MODIFIED") continue;
      const { metadata, spec } = object;
      const name = metadata.name ?? "";
      if (spec?.providerID !== undefined) ids.set(name, (ids.get(name) ?? new Set()).add(spec.providerID));
    }
  }
  return { ids, ended: follow() };
}

async function createCluster(client: Client): Promise<void> {
  const { apiVersion, kind } = FooCluster;
  await client.create(FooCluster, { apiVersion, kind, metadata: { namespace, name: "c" } });
  const key = { namespace, name: "c" };
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key,
    spec: { infrastructureRef: { apiGroup: group, kind, name: "c" } },
  });
  const body = { status: { initialization: { infrastructureProvisioned: true } } };
  await client.patch(Cluster, key, { type: "merge", body, subresource: "status" });
}

/** A few at a time, so that every kill meets some. Resolves to their names. */
async function createMachines(client: Client, count: number, signal: AbortSignal): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, index) => `m${index}`);
  for (const name of names) {
    await createMachine(client, name);
    await sleep(400, undefined, { signal });
  }
  return names;
}

async function createMachine(client: Client, name: string): Promise<void> {
  const labels = { "cluster.x-k8s.io/cluster-name": "c" };
  const machine = await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { namespace, name, labels },
    spec: {
      clusterName: "c",
      bootstrap: { dataSecretName: "data" },
      infrastructureRef: { apiGroup: group, kind: FooMachine.kind, name },
    },
  });
  const { apiVersion, kind } = FooMachine;
  const ownerReferences = [ownerReferenceTo(machine)];
  await client.create(FooMachine, { apiVersion, kind, metadata: { namespace, name, labels, ownerReferences } });
}

/** Starts a manager and kills it at a random moment after its first create, so often; resolves to the one that is left. */
async function killed(start: () => ChildProcess, kills: number): Promise<ChildProcess> {
  for (let count = 0; count < kills; count++) {
    const child = start();
    const exited = once(child, "exit");
    const { stdout } = child;
    await Promise.race([stdout === null ? exited : once(stdout, "data"), exited, sleep(4000)]);
    await Promise.race([sleep(Math.random() * 1500), exited]);
    if (child.exitCode !== null) throw new Error(`the manager ended by itself with ${child.exitCode}`);
    child.kill("SIGKILL");
    await exited;
  }
  return start();
}

function startManager(args: readonly string[]): ChildProcess {
  const program = join(import.meta.dirname, "once-manager.ts");
  return spawn(process.execPath, ["--conditions=@capstan/source", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}
