// How long a large cache holds the event loop. Only the processor's time counts, so that a busy computer fails no test.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { Store } from "./store.ts";

const [count, namespaces] = [50_000, 1000];

function foos(version: number): KubeObject[] {
  return Array.from({ length: count }, (_, i) => ({
    apiVersion: "example.com/v1",
    kind: "Foo",
    metadata: {
      namespace: `ns-${i % namespaces}`,
      name: `foo-${i}`,
      uid: `${i}`,
      resourceVersion: `${version}`,
      labels: { cluster: `cluster-${i % 500}` },
    },
    // One is as large as an API server stores it.
    spec: { data: i === 7 ? "x".repeat(1_500_000) : `${i}` },
  }));
}

/** The longest turn of the event loop while work is done, in milliseconds of this thread. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let isRunning = true;
  let longest = 0;
  let usage = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(usage);
    longest = Math.max(longest, (user + system) / 1000);
    usage = process.threadCpuUsage();
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  await new Promise((resolve) => setImmediate(resolve));
  longest = 0;
  await work();
  isRunning = false;
  look();
  return longest;
}

test("fifty thousand objects in a thousand namespaces are listed in short turns (F16)", async () => {
  const queued = new Set<string>();
  const store = new Store(({ object }) => queued.add(object.metadata.name ?? ""));
  store.addIndex("cluster", ({ metadata }) => [metadata.labels?.["cluster"] ?? ""]);
  const [first, second] = [foos(1), foos(2)];
  const turns = [
    await longestTurn(() => store.replace(first, "1")),
    await longestTurn(() => store.replace(second, "2")),
    await longestTurn(async () => {
      const [large] = first.slice(7);
      if (large !== undefined) store.put({ ...large, metadata: { ...large.metadata, resourceVersion: "3" } });
    }),
  ];
  expect([store.size, queued.size]).toEqual([count, count]);
  expect(turns.filter((ms) => ms >= 50)).toEqual([]);
});
