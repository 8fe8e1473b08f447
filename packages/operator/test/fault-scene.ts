// Foos on an embedded server and a controller of them, for tests of the faults of a server.
import { setTimeout as wait } from "node:timers/promises";
import { type Client, type ClientOptions, createClient, type RenewableCredentials } from "@capstan/client";
import { describeError, type KubeObject, type ObjectKey, type Resource, resourceOf } from "@capstan/kube";
import type { LogFields, Logger } from "@capstan/process";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { createManager, type Manager, type ManagerOptions, type ReconcileContext } from "../src/index.ts";
import { fastClock, fooCrd } from "./foo-crd.ts";
import { Front } from "./front.ts";

/** The kind that is reconciled. */
export interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec?: { size?: number };
  status?: { observed?: number };
}
/** The kind that is reconciled. */
export const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");
const numbers = (name: string): object => ({ type: "object", properties: { [name]: { type: "integer" } } });
/** Its definition. */
export const crd: ReturnType<typeof fooCrd> = fooCrd({
  properties: { spec: numbers("size"), status: numbers("observed") },
  version: { subresources: { status: {} } },
});

/** How long a watch may be silent where a scene does not say it: not by a clock, as it is a timer of its socket. By the clock it is longer than the ten seconds after which a watch counts as one that works. */
const quickIdleMs = 600;
/** How many reconciles run at once. */
export const workers = 4;
/** How long a scene may take to end; it takes less than a second. */
const longestMs = 30_000;
const first: ObjectKey = { namespace: "default", name: "f0" };
/** The objects: more than reconciles run at once. */
export const keys: readonly ObjectKey[] = Array.from({ length: 6 }, (_, i): ObjectKey => ({ ...first, name: `f${i}` }));

/** How a scene differs from the usual one. */
export interface SceneOptions {
  /** How many versions the server is ahead of the first state at the start: a restored server that has passed the version of the cache at the next connection is not noticed. */
  readonly versions?: number;
  /** The client of the manager reaches the server by this front, with these credentials. */
  readonly by?: (front: Front) => Promise<RenewableCredentials>;
  readonly client?: ClientOptions;
  /** How long a watch may be silent. */
  readonly idleMs?: number;
  readonly manager?: Partial<ManagerOptions>;
  /** Reconciles see to this finalizer, too. */
  readonly finalizer?: string;
  /** Other kinds, and how their controllers are added. */
  readonly crds?: readonly object[];
  readonly add?: (manager: Manager) => void;
}

/** A server with Foos, and a controller that writes into each what it has seen of it. */
export class Scene implements AsyncDisposable {
  readonly env: EmbeddedEnv;
  readonly faults: EmbeddedEnv["faults"];
  /** A client that no fault of the front hits. */
  readonly client: Client;
  readonly front: Front;
  /** Keys that were reconciled twice at the same time. */
  readonly twice: string[] = [];
  /** Brings the first state of the server back. */
  readonly restore: () => void;
  readonly running: Set<string> = new Set();
  /** What the manager has logged: messages, each with its error. */
  readonly logged: string[] = [];
  /** How the manager ended. */
  ended: string | undefined;
  /** Reconciles wait for it. */
  gate: Promise<void> = Promise.resolve();
  readonly #options: SceneOptions;
  readonly #seen = new Map<string, number | undefined>();
  readonly #stop = new AbortController();
  readonly #own: Client;
  #manager: Manager | undefined;
  #run: Promise<void> | undefined;

  private constructor(options: SceneOptions, made: Pick<Scene, "env" | "client" | "front"> & { own: Client }) {
    this.#options = options;
    this.env = made.env;
    this.faults = made.env.faults;
    this.restore = made.env.faults.keepState();
    this.client = made.client;
    this.front = made.front;
    this.#own = made.own;
  }

  static async create(options: SceneOptions = {}): Promise<Scene> {
    const env = await startTestEnv({ backend: "embedded", crds: [crd, ...(options.crds ?? [])] });
    const client = createClient(env.credentials, { clock: fastClock });
    for (const key of keys) await client.create(Foo, fooAt(key));
    const front = new Front(env.credentials);
    if (options.by !== undefined) await front.start();
    const credentials = (await options.by?.(front)) ?? env.credentials;
    const own = createClient(credentials, { clock: fastClock, ...options.client });
    const scene = new Scene(options, { env, client, front, own });
    for (let i = 0; i < (options.versions ?? 0); i++)
      await client.patch(Foo, first, { type: "merge", body: { metadata: { labels: { i: `${i}` } } } });
    return scene;
  }

  start(): void {
    const client = this.#own;
    const watchOnce = client.watchOnce.bind(client);
    const { idleMs = quickIdleMs } = this.#options;
    const impatient: Client["watchOnce"] = (resource, options) => watchOnce(resource, { ...options, idleMs });
    Object.assign(client, { watchOnce: impatient });
    const manager = createManager({ client, log: this.#log(), clock: fastClock, ...this.#options.manager });
    const reconcile = (key: ObjectKey, context: ReconcileContext): Promise<void> => this.#reconcile(key, context);
    // By the fast clock: the usual minute would be over within seconds, in which a busy computer does not end a reconcile.
    manager.addController({ name: "foo", for: Foo, concurrency: workers, timeout: "20m", reconcile });
    this.#options.add?.(manager);
    this.#manager = manager;
    this.#run = manager.run(this.#stop.signal).then(
      () => void (this.ended = "stopped"),
      (error: unknown) => void (this.ended = describeError(error)),
    );
  }

  #log(): Logger {
    const write = (message: string, { error }: LogFields = {}): void =>
      void this.logged.push(error === undefined ? message : `${message}: ${describeError(error)}`);
    const log: Logger = { debug: () => undefined, info: write, warn: write, error: write, child: () => log };
    return log;
  }

  async #reconcile(key: ObjectKey, { cache, client }: ReconcileContext): Promise<void> {
    if (this.running.has(key.name)) this.twice.push(key.name);
    this.running.add(key.name);
    try {
      await this.gate;
      const object = cache.get(Foo, key);
      const observed = object?.metadata.generation;
      this.#seen.set(key.name, observed);
      if (object === undefined) return;
      await this.#addFinalizer(object, client);
      if (object.status?.observed === observed) return;
      await client.patch(Foo, key, { type: "merge", subresource: "status", body: { status: { observed } } });
    } finally {
      this.running.delete(key.name);
    }
  }

  async #addFinalizer(object: Foo, client: Client): Promise<void> {
    const { finalizer } = this.#options;
    if (finalizer === undefined || object.metadata.finalizers?.includes(finalizer) === true) return;
    await client.update(Foo, { ...object, metadata: { ...object.metadata, finalizers: [finalizer] } });
  }

  async change(size: number, changed: readonly ObjectKey[] = keys): Promise<void> {
    for (const key of changed) await this.client.patch(Foo, key, { type: "merge", body: { spec: { size } } });
  }

  /** Whether the cache of the manager has this kind. */
  hasCached(resource: Resource): boolean {
    return this.#manager?.cache.has(resource) ?? false;
  }

  /** The names of what it has of this kind. */
  cached(resource: Resource): readonly string[] {
    const found = this.#manager?.cache.list(resource) ?? [];
    return found.map(({ metadata: { name = "" } }) => name).toSorted();
  }

  /** The objects whose last reconcile has not seen their last generation, or has not written it. */
  async outdated(): Promise<readonly string[]> {
    const found = await Promise.all(keys.map((key) => this.client.find(Foo, key)));
    return found
      .filter((object) => object !== undefined)
      .filter(({ metadata: { name = "", generation, finalizers }, status }) => {
        const { finalizer } = this.#options;
        const isFinal = finalizer === undefined || finalizers?.includes(finalizer) === true;
        return !isFinal || [this.#seen.get(name), status?.observed].some((seen) => seen !== generation);
      })
      .map(({ metadata, status }) => `${metadata.name}@${metadata.generation}, written ${status?.observed}`);
  }

  /** Those that are left when all are reconciled, or after some seconds. */
  async outdatedAtLast(): Promise<readonly string[]> {
    let left: readonly string[] = [];
    await atLast(async () => (left = await this.outdated()).length === 0);
    return left;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#run;
    this.client.close();
    this.#own.close();
    await this.front[Symbol.asyncDispose]();
    await this.env.stop();
  }
}

/** A Foo as it is at first. */
export function fooAt(metadata: ObjectKey): Foo {
  return { apiVersion: "example.com/v1", kind: "Foo", metadata: { ...metadata }, spec: { size: 1 } };
}

/** Whether something holds within the time that a scene may take. */
export async function atLast(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const began = performance.now();
  for (;;) {
    if (await holds()) return true;
    if (performance.now() - began > longestMs) return false;
    await wait(20);
  }
}
