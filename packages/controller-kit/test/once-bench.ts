// A cloud without idempotency keys, an API server and processes that are killed at a chosen call, with a clock of their own: for tests that try every moment.
import { TransientError } from "@capstan/operator";
import { Cluster } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/client";
import { errorFrom, millisecondsOf, type ObjectKey } from "@capstan/kube";
import type { Once, OnceCalls } from "../src/authoring/once.ts";
import { onceOf } from "../src/once/once-of.ts";
import { Sightings } from "../src/once/sightings.ts";
import { FakeClient } from "./fake-client.ts";
import { FooMachine } from "./foo-kinds.ts";

/** What the cloud has. */
export interface Server {
  readonly ref: string;
  readonly tag: string;
  readonly createdAt: number;
}

/** The time after which a server is listed, and after which a call that was sent late has its effect. Together they are less than `settle`. */
export const times = { listed: 2000, late: 5000, settle: 10_000 } as const;

const namespace = "default";
export const machineKey: ObjectKey = { namespace, name: "m" };

/** How a process ends at a call: before it was sent, after it had its effect, or so that the effect comes later. */
export type Death = "before" | "after" | "late";

/** The call at which a process is killed, counted from 1. */
export interface Kill {
  readonly at: number;
  readonly how: Death;
}

class Killed extends Error {}

/** Everything outside of the processes. */
export class OnceBench {
  now = 0;
  servers: readonly Server[] = [];
  /** The refs that passes returned: what an author writes as providerID. */
  readonly returned: Set<string> = new Set();
  readonly api: FakeClient = new FakeClient();
  created = 0;
  #later: readonly { readonly at: number; readonly effect: () => unknown }[] = [];

  constructor() {
    const cluster = { apiVersion: Cluster.apiVersion, kind: Cluster.kind, metadata: { namespace, name: "c" } };
    this.api.put({ ...cluster, spec: { infrastructureRef: { apiGroup: "", kind: "", name: "" } } });
    this.putMachine();
  }

  putMachine(annotations: Readonly<Record<string, string>> = {}): void {
    const { apiVersion, kind } = FooMachine;
    this.api.put({ apiVersion, kind, metadata: { ...machineKey, annotations: { ...annotations } } });
  }

  async machine(): Promise<FooMachine> {
    return this.api.client.get(FooMachine, machineKey);
  }

  create(tag: string): Server {
    this.created++;
    const server = { ref: `srv-${this.created}`, tag, createdAt: this.now };
    this.servers = [...this.servers, server];
    return server;
  }

  list(tag: string): readonly Server[] {
    return this.servers.filter((server) => server.tag === tag && server.createdAt + times.listed <= this.now);
  }

  remove({ ref }: Server): void {
    this.servers = this.servers.filter((server) => server.ref !== ref);
  }

  later(effect: () => unknown): void {
    this.#later = [...this.#later, { at: this.now + times.late, effect }];
  }

  async wait(ms: number): Promise<void> {
    const end = this.now + ms;
    const due = this.#later.filter(({ at }) => at <= end);
    this.#later = this.#later.filter(({ at }) => at > end);
    for (const { at, effect } of due) {
      this.now = at;
      await effect();
    }
    this.now = end;
  }
}

/** What a process may have of its own. */
export interface ProcessOptions {
  readonly kill?: Kill;
  readonly assertLeader?: () => void;
  /** Called before each call, with its number. */
  readonly beforeCall?: (count: number) => Promise<void>;
  readonly calls?: Partial<OnceCalls<Server>>;
  /** Default: "server". */
  readonly name?: string;
}

/** A manager: it knows what it has seen, until it is killed. */
export class OnceProcess {
  readonly #bench: OnceBench;
  readonly #options: ProcessOptions;
  readonly #sightings: Sightings;
  calls = 0;
  #isDead = false;

  constructor(bench: OnceBench, options: ProcessOptions = {}) {
    this.#bench = bench;
    this.#options = options;
    this.#sightings = new Sightings(() => bench.now);
  }

  /** One `ensure`: resolves to the time after which it is repeated, undefined for "never". */
  async pass(): Promise<number | undefined> {
    return this.#pass(async (once) => {
      const server = await once.ensure(({ id }) => this.#call(() => this.#bench.create(id)));
      if (server !== undefined) this.#bench.returned.add(server.ref);
    });
  }

  /** One `remove`. */
  async removal(): Promise<number | undefined> {
    return this.#pass(async (once) => {
      if (!(await once.remove())) throw new TransientError("not yet", { retryAfter: "1s" });
    });
  }

  /** The calls of one pass. */
  async #pass(work: (once: Once<Server>) => Promise<void>): Promise<number | undefined> {
    let again: number | undefined;
    try {
      await work(await this.once((ms) => (again = Math.min(again ?? ms, ms))));
      return again;
    } catch (error) {
      const { retryAfter = "1s" } = error instanceof TransientError ? error : {};
      if (!(error instanceof TransientError)) throw error;
      return Math.min(again ?? Number.POSITIVE_INFINITY, millisecondsOf(retryAfter) ?? 0);
    }
  }

  async once(lookAgain: (ms: number) => void = () => undefined): Promise<Once<Server>> {
    const client = this.#client();
    const once = onceOf({
      controller: { resource: FooMachine, pool: undefined },
      deps: { client, assertLeader: this.#options.assertLeader ?? (() => undefined), sightings: this.#sightings },
      object: await this.#bench.machine(),
      cluster: await this.#bench.api.client.get(Cluster, { namespace, name: "c" }).catch(() => undefined),
      signal: new AbortController().signal,
      lookAgain,
    });
    return once(this.#options.name ?? "server", {
      find: ({ id }) => this.#call(() => this.#bench.list(id)),
      remove: (server) => this.#call(() => this.#bench.remove(server)),
      idOf: ({ ref }) => ref,
      settle: `${times.settle}ms`,
      ...this.#options.calls,
    });
  }

  #client(): Client {
    const { client } = this.#bench.api;
    const counted: Pick<Client, "get" | "patch"> = {
      get: (resource, key) => this.#call(() => client.get(resource, key)),
      patch: (resource, key, change) => this.#call(() => client.patch(resource, key, change)),
    };
    return counted as Client;
  }

  /** One call over a network. */
  async #call<T>(effect: () => T | Promise<T>): Promise<T> {
    if (this.#isDead) throw new Killed();
    this.calls++;
    await this.#options.beforeCall?.(this.calls);
    const { kill } = this.#options;
    if (kill?.at !== this.calls) return effect();
    this.#isDead = true;
    if (kill.how === "after") await effect();
    if (kill.how === "late") this.#bench.later(() => Promise.resolve(effect()).catch(() => undefined));
    throw new Killed();
  }
}

/** Runs passes of one process after another until one needs no more; each process but the last is killed. Resolves to whether all were. */
export async function runPasses(
  bench: OnceBench,
  what: "pass" | "removal",
  kills: readonly Kill[] = [],
): Promise<boolean> {
  const left = [...kills];
  let process = new OnceProcess(bench, optionsOf(left.shift()));
  for (let count = 0; count < 100; count++) {
    try {
      const again = await process[what]();
      if (again === undefined) return left.length === 0;
      await bench.wait(again);
    } catch (error) {
      if (!(error instanceof Killed)) throw errorFrom(error);
      await bench.wait(10);
      process = new OnceProcess(bench, optionsOf(left.shift()));
    }
  }
  throw new Error("passes that never end");
}

function optionsOf(kill: Kill | undefined): ProcessOptions {
  return kill === undefined ? {} : { kill };
}
