// Claims, and two managers that both believe that they lead and are killed again and again, on one embedded server. Every IPAddress that is ever
// created is compared with all others, also with those of claims that did not get it in the end.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { coreCrds } from "@capstan/api/crds";
import { fooCrds, FooIPPool } from "./foo-kinds.ts";

/** How many claims there are, and how many addresses a manager reserves before it is killed. */
export interface CrashOptions {
  readonly claims: number;
  readonly lives: { readonly atLeast: number; readonly atMost: number };
}

/** What happened. */
export interface CrashReport {
  readonly seconds: number;
  readonly kills: number;
  /** Addresses that two IPAddresses had at the same time, at any moment. */
  readonly duplicates: readonly string[];
  /** The addresses at the end, by the name of the claim. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Claims whose status does not name their IPAddress. */
  readonly unanswered: readonly string[];
}

const namespace = "default";
/** The run ends when the watch brings nothing for so long: how long the whole takes depends on the machine. */
const stalledMs = 60_000;

/** Creates the claims, and kills managers until all are answered or two have one address. The pool has as many addresses as there are claims. */
export async function crashManagers(options: CrashOptions): Promise<CrashReport> {
  const env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...fooCrds] });
  const folder = mkdtempSync(join(tmpdir(), "capstan-ip-pool-"));
  const client = createClient(env.credentials);
  try {
    return await run({ env, client, folder }, options);
  } finally {
    client.close();
    await env.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly env: TestEnv;
  readonly client: Client;
  readonly folder: string;
}

async function run({ env, client, folder }: Place, { claims, lives }: CrashOptions): Promise<CrashReport> {
  const file = join(folder, "credentials.json");
  writeFileSync(file, JSON.stringify(env.credentials));
  const stopping = new AbortController();
  const seen = watchAddresses(client, stopping.signal);
  await createObjects(client, claims);
  const started = performance.now();
  const managers = [0, 1].map(() => keepKilling(file, lives, stopping.signal));
  const isOver = (): boolean =>
    seen.duplicates.length > 0 || performance.now() - Math.max(started, seen.last()) > stalledMs;
  while (!isOver() && !(await isDone(client, claims, seen.held.size))) await sleep(200);
  const seconds = (performance.now() - started) / 1000;
  stopping.abort();
  const kills = (await Promise.all(managers)).reduce((sum, count) => sum + count, 0);
  await seen.ended;
  return { seconds, kills, duplicates: seen.duplicates, ...(await results(client)) };
}

/** A range of exactly this many addresses. */
export function rangeOf(count: number): string {
  return `10.0.0.1-10.0.${Math.floor(count / 256)}.${count % 256}`;
}

async function createObjects(client: Client, claims: number): Promise<void> {
  await client.create(FooIPPool, {
    apiVersion: "ipam.foo.io/v1",
    kind: "FooIPPool",
    metadata: { namespace, name: "p" },
    spec: { ranges: [rangeOf(claims)] },
  });
  const names = Array.from({ length: claims }, (_, index) => `claim-${index}`);
  const poolRef = { apiGroup: "ipam.foo.io", kind: "FooIPPool", name: "p" };
  const workers = Array.from({ length: 20 }, async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop())
      await client.create(IPAddressClaim, {
        apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
        kind: "IPAddressClaim",
        metadata: { namespace, name },
        spec: { poolRef },
      });
  });
  await Promise.all(workers);
}

interface Seen {
  /** When an IPAddress was created or deleted last. */
  readonly last: () => number;
  readonly held: ReadonlyMap<string, string>;
  readonly duplicates: readonly string[];
  readonly ended: Promise<void>;
}

/** Follows every IPAddress from its creation to its deletion. */
function watchAddresses(client: Client, signal: AbortSignal): Seen {
  const held = new Map<string, string>();
  const duplicates: string[] = [];
  let last = performance.now();
  async function follow(): Promise<void> {
    for await (const { type, object } of client.watch(IPAddress, { namespace, signal })) {
      if (type !== "ADDED" && type !== "DELETED") continue;
      last = performance.now();
      const { address } = object.spec;
      const name = object.metadata.name ?? "";
      if (type === "DELETED") held.delete(address);
      else if (held.has(address)) duplicates.push(`${address}: ${held.get(address)} and ${name}`);
      else held.set(address, name);
    }
  }
  return { last: () => last, held, duplicates, ended: follow() };
}

/** Starts a manager, kills it after a random number of reservations, and begins again; resolves to how often. */
async function keepKilling(file: string, lives: CrashOptions["lives"], signal: AbortSignal): Promise<number> {
  for (let kills = 0; ; kills++) {
    const child = startManager(file);
    const exited = once(child, "exit");
    const life = lives.atLeast + Math.random() * (lives.atMost - lives.atLeast);
    await Promise.race([hasReserved(child, life), exited, aborted(signal)]);
    if (child.exitCode !== null) throw new Error(`the manager ended by itself with ${child.exitCode}`);
    await sleep(Math.random() * 20);
    child.kill("SIGKILL");
    await exited;
    if (signal.aborted) return kills;
  }
}

/** Resolves when a manager has written so many dots: one for each reservation. */
function hasReserved(child: ChildProcess, count: number): Promise<void> {
  let seen = 0;
  return new Promise((resolve) => {
    child.stdout?.on("data", (dots: Buffer) => {
      seen += dots.length;
      if (seen >= count) resolve();
    });
  });
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return signal.aborted ? Promise.resolve() : once(signal, "abort");
}

function startManager(file: string): ChildProcess {
  const program = join(import.meta.dirname, "ip-pool-manager.ts");
  return spawn(process.execPath, ["--conditions=@capstan/source", program, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Claims are listed only when all IPAddresses exist: a list of thousands takes long. */
async function isDone(client: Client, claims: number, addresses: number): Promise<boolean> {
  if (addresses < claims) return false;
  const { items } = await client.listAll(IPAddressClaim, { namespace });
  return items.every(({ status }) => status?.addressRef !== undefined);
}

async function results(client: Client): Promise<Pick<CrashReport, "addresses" | "unanswered">> {
  const { items: claims } = await client.listAll(IPAddressClaim, { namespace });
  const { items } = await client.listAll(IPAddress, { namespace });
  const owned = new Map(items.map((item) => [item.metadata.ownerReferences?.[0]?.uid, item]));
  const unanswered = claims.filter(
    ({ metadata: { uid, name }, status }) =>
      status?.addressRef?.name !== name || owned.get(uid)?.metadata.name !== name,
  );
  return {
    addresses: new Map(items.map(({ metadata, spec }) => [metadata.name ?? "", spec.address])),
    unanswered: unanswered.map(({ metadata }) => metadata.name ?? ""),
  };
}
