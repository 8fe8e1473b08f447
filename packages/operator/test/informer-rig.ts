// An informer on a fake API server with a fake clock, for the tests of the cache.
import type { KubeObject } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import type { CacheEvent } from "../src/cache/cache.ts";
import { Informer } from "../src/cache/informer.ts";
import { Foo, foo } from "./controller-rig.ts";
import { FakeApi } from "./fake-api.ts";
import { FakeClock, settle } from "./fake-clock.ts";

export { Foo, foo } from "./controller-rig.ts";

/** A running informer of Foos. */
export interface InformerRig {
  readonly api: FakeApi;
  readonly clock: FakeClock;
  readonly informer: Informer;
  /** The events, in words. */
  readonly told: string[];
  /** The messages of the log. */
  readonly logged: string[];
  /** How many connections failed. */
  readonly failures: () => number;
  readonly stop: () => Promise<void>;
}

/** Starts an informer on a server that was prepared; resolves when it waits for events. */
export async function startInformer(prepare: (api: FakeApi) => void = () => undefined): Promise<InformerRig> {
  const api = new FakeApi();
  const clock = new FakeClock();
  prepare(api);
  const logged: string[] = [];
  let failures = 0;
  const write = (message: string): void => void logged.push(message);
  const log = { ...silentLogger, info: write, warn: write, error: write, child: () => log };
  const informer = new Informer({
    client: api.client,
    resource: Foo,
    namespaces: undefined,
    selection: {},
    metadataOnly: false,
    isProtected: false,
    watchList: true,
    clock,
    log,
    onFailure: () => (failures += 1),
    onRestored: () => undefined,
  });
  const told: string[] = [];
  informer.addHandler((event) => told.push(describe(event)));
  const controller = new AbortController();
  const done = informer.run(controller.signal);
  await settle();
  const stop = async (): Promise<void> => {
    controller.abort();
    await done;
  };
  return { api, clock, informer, told, logged, failures: () => failures, stop };
}

function describe(event: CacheEvent): string {
  const { name = "" } = event.object.metadata;
  const size = (event.object as Foo).spec?.size ?? 0;
  if (event.type === "add") return `add ${name} ${size}${event.initial ? " (initial)" : ""}`;
  return event.type === "delete"
    ? `delete ${name}${event.stale ? " (stale)" : ""}`
    : `update ${name} ${(event.old as Foo).spec?.size ?? 0}->${size}`;
}

/** What the cache has: names and versions. */
export function cached({ informer }: Pick<InformerRig, "informer">): string[] {
  return versions(informer.store.values());
}

/** What the server has: names and versions. */
export function stored({ api }: Pick<InformerRig, "api">): string[] {
  return versions(api.objects.values());
}

function versions(objects: Iterable<KubeObject>): string[] {
  return Array.from(objects, ({ metadata }) => `${metadata.name ?? ""}@${metadata.resourceVersion ?? ""}`).toSorted();
}

/** Prepares a server that has the Foos a and b. */
export function twoFoos(api: FakeApi): void {
  api.put(Foo, foo("a"));
  api.put(Foo, foo("b"));
}
