// A controller on a fake API server with a fake clock, for the controller tests.
import { type KubeObject, type ObjectKey, type Resource, resourceOf } from "@capstan/kube";
import { Controller } from "../src/controller/controller.ts";
import type { ControllerDeps } from "../src/controller/run-factory.ts";
import type { ControllerOptions, ReconcileContext, ReconcileResult } from "../src/controller/controller-options.ts";
import { declareWatches } from "../src/controller/watch-wiring.ts";
import { controllerSettings } from "../src/settings.ts";
import { InformerSet } from "../src/cache/informer-set.ts";
import { type LogFields, type Logger, silentLogger } from "@capstan/process";
import { type Metrics, noMetrics } from "../src/metrics/metrics.ts";
import { FakeApi } from "./fake-api.ts";
import { FakeClock, settle } from "./fake-clock.ts";

/** The kind that the tests reconcile. */
export interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec?: { size?: number };
}
/** The kind that the tests reconcile. */
export const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");
/** A kind that Foos depend on. */
export const Bar: Resource<KubeObject<"example.com/v1", "Bar">> = resourceOf("example.com/v1", "Bar");

/** A Foo in namespace ns. */
export function foo(name: string, size: number = 1): Foo {
  return { apiVersion: "example.com/v1", kind: "Foo", metadata: { namespace: "ns", name }, spec: { size } };
}

/** The key of `foo("a")`. */
export const a: ObjectKey = { namespace: "ns", name: "a" };

/** A running controller on a fake API server. */
export interface Rig {
  readonly api: FakeApi;
  readonly clock: FakeClock;
  readonly controller: Controller;
  /** "time name" of every run that started. */
  readonly runs: string[];
  readonly logged: { readonly message: string; readonly fields: LogFields }[];
  readonly counted: string[];
  readonly abort: (reason?: unknown) => void;
  readonly stop: () => Promise<void>;
}

/** A reconcile that also knows how many runs there have been. */
export type Reconcile = (
  key: ObjectKey,
  context: ReconcileContext,
  run: number,
) => Promise<ReconcileResult | undefined | void>;

/** Starts a controller on a fake API server with these objects; resolves when it is idle. */
export async function start(
  objects: readonly Foo[],
  reconcile: Reconcile,
  {
    deps = {},
    namespaces,
    ...options
  }: Partial<ControllerOptions<Foo>> & { deps?: Partial<ControllerDeps>; namespaces?: readonly string[] } = {},
): Promise<Rig> {
  const api = new FakeApi();
  for (const object of objects) api.put(Foo, object);
  const clock = new FakeClock();
  const runs: string[] = [];
  const logged: Rig["logged"] = [];
  const counted: string[] = [];
  const informers = new InformerSet({ client: api.client, namespaces, clock, log: () => silentLogger });
  const full: ControllerOptions<Foo> = {
    name: "foo",
    for: Foo,
    minInterval: "0s",
    reconcile: (key, context) => {
      runs.push(`${clock.now()} ${key.name}`);
      return reconcile(key, context, runs.length);
    },
    ...options,
  };
  declareWatches(informers, full.name, full);
  const events = { record: (): void => undefined };
  const controller = new Controller(controllerSettings(full), {
    client: api.client,
    informers,
    events,
    metrics: counting(counted),
    log: recording(logged),
    clock,
    shutdownMs: 30_000,
    mayRun: () => true,
    ...deps,
  });
  const base = new AbortController();
  const work = new AbortController();
  const done = informers.run(base.signal);
  await informers.whenSettled();
  controller.prepare(work.signal);
  const sources = controller.start(work.signal);
  await settle();
  const stop = async (): Promise<void> => {
    work.abort();
    base.abort();
    await Promise.all([done, sources]);
  };
  return { api, clock, controller, runs, logged, counted, abort: (reason) => work.abort(reason), stop };
}

function recording(logged: Rig["logged"]): Logger {
  const write = (message: string, fields: LogFields = {}): void => void logged.push({ message, fields });
  const logger: Logger = { debug: () => undefined, info: write, warn: write, error: write, child: () => logger };
  return logger;
}

function counting(counted: string[]): Metrics {
  return {
    ...noMetrics,
    reconciled: (_, outcome) => counted.push(outcome),
    reconcileProblem: (_, problem) => counted.push(problem),
    staleCacheDeferred: (_, kind) => counted.push(`stale ${kind}`),
    ownWriteNotSeen: (_, kind) => counted.push(`not seen ${kind}`),
    reconcileSpaced: () => counted.push("spaced"),
    sourceFailed: (_, source) => counted.push(`source ${source}`),
    mapFailed: (_, kind) => counted.push(`map of ${kind}`),
  };
}
