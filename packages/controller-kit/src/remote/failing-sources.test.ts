// Sources of workload clusters that fail: a failing `toKeys` is called again, and a source that cannot go on is opened again.
import { type Cluster, Machine } from "@capstan/api/core/v1beta2";
import { type Clock, createClient, systemClock } from "@capstan/client";
import { formatKey, type ObjectKey } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { type CacheReader, type LogFields, type Logger, silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import { workload, workloadConnection, type WorkloadSource } from "../authoring/workload-watch.ts";
import type { HealthChange } from "./cluster-health.ts";
import { KeptStore } from "./kept-parts.ts";
import { workloadSource } from "./workload-source.ts";

/** A thousand times as fast as the system clock. */
const clock: Clock = { ...systemClock, after: (ms, call) => systemClock.after(ms / 1000, call), random: () => 0 };

const emptyCache: CacheReader = {
  has: () => true,
  get: () => undefined,
  view: () => undefined,
  list: () => [],
  each: () => [],
  listBy: () => [],
  eachBy: () => [],
};

const cluster: Cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { namespace: "ns", name: "c" },
  spec: {},
};

interface Opened {
  readonly keys: string[];
  readonly logged: string[];
  /** Tells the source of a change of the health. */
  readonly tell: (change: HealthChange) => void;
  /** Rejects when the source fails. */
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

/** Opens a source with fakes of all that it works with. */
function open(source: WorkloadSource, cache: CacheReader = emptyCache): Opened {
  const stop = new AbortController();
  const keys: string[] = [];
  const logged: string[] = [];
  const listeners = new Set<(change: HealthChange) => void>();
  const write = (message: string, fields: LogFields = {}): void =>
    void logged.push(`${message} ${String(fields["failures"])}`);
  const log: Logger = { ...silentLogger, error: write, child: () => log };
  const opened = workloadSource(source, {
    resource: Machine,
    watches: [],
    cache,
    clock,
    client: createClient({ server: "http://127.0.0.1:1" }),
    remote: { connect: async () => ({ connected: false, reason: "Unreachable", message: "no answer" }) },
    kept: new KeptStore([]),
    health: {
      follow: (listener, signal) => {
        listeners.add(listener);
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      },
    },
  }).open({ signal: stop.signal, log });
  const add = (found: unknown): void => [found].flat().forEach((key) => isKey(key) && keys.push(formatKey(key)));
  return {
    keys,
    logged,
    tell: (change) => listeners.forEach((listener) => listener(change)),
    ended: (async () => {
      for await (const found of opened) add(found);
    })(),
    stop: () => stop.abort(),
  };
}

function isKey(value: unknown): value is ObjectKey {
  return typeof value === "object" && value !== null && "name" in value;
}

test("a `toKeys` of a connection that fails is called again, ten times at most", async () => {
  const failures = { left: 2 };
  const opened = open(
    workloadConnection(async () => {
      failures.left -= 1;
      if (failures.left >= 0) throw new Error("the management cluster answered 429");
      return [{ namespace: "ns", name: "a" }];
    }),
  );
  opened.tell({ cluster, isConnected: true });
  await expect.poll(() => opened.keys).toEqual(["ns/a"]);
  failures.left = 100;
  opened.tell({ cluster, isConnected: false });
  await expect.poll(() => failures.left).toBe(90);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(failures.left).toBe(90);
  expect(opened.logged.at(-1)).toBe("Workload map failed 10");
  opened.stop();
  await opened.ended;
});

test("a `toKeys` of a connection that never ends is called again, and ends with the source", async () => {
  const signals: AbortSignal[] = [];
  const opened = open(
    workloadConnection(({ signal }) => {
      signals.push(signal);
      return signals.length === 2 ? [{ namespace: "ns", name: "a" }] : new Promise<never>(() => undefined);
    }),
  );
  opened.tell({ cluster, isConnected: true });
  await expect.poll(() => opened.keys).toEqual(["ns/a"]);
  opened.tell({ cluster, isConnected: false });
  opened.stop();
  await opened.ended;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, true]);
  expect(opened.logged).toEqual(["Workload map failed 1"]);
});

test("as many keys as can wait are taken at once", async () => {
  const many = Array.from({ length: 200_000 }, (_, index) => ({ namespace: "ns", name: `${index}` }));
  const opened = open(workloadConnection(() => many));
  opened.tell({ cluster, isConnected: true });
  await expect.poll(() => opened.keys.length).toBe(100_000);
  expect(opened.logged).toEqual([]);
  opened.stop();
  await opened.ended;
});

test("a source that cannot read the Clusters fails, so that it is opened again", async () => {
  const cache: CacheReader = {
    ...emptyCache,
    each: () => {
      throw new Error("Clusters are not cached");
    },
  };
  const opened = open(
    workload(ConfigMap, () => []),
    cache,
  );
  await expect(opened.ended).rejects.toThrow("Clusters are not cached");
});
