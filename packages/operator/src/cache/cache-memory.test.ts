// How much memory cached objects take.
import type { WatchEvent } from "@capstan/client";
import type { KubeObject } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { Foo } from "../../test/controller-rig.ts";
import { heapGrowthOf } from "../../test/heap-growth.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import { Informer } from "./informer.ts";
import type { InformerClient } from "./reflector.ts";

const count = 10_000;

/** The JSON of an object of 2 KB as API servers send it: a third of it are the managedFields of two writers. */
function objectJson(i: number): string {
  const fields = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [`f:${name}`, {}]));
  const names = Array.from({ length: 12 }, (_, field) => `field${field}`);
  return JSON.stringify({
    apiVersion: "example.com/v1",
    kind: "Foo",
    metadata: {
      namespace: `ns-${i % 100}`,
      name: `foo-${i}`,
      uid: `00000000-0000-0000-0000-${String(i).padStart(12, "0")}`,
      resourceVersion: `${i + 1}`,
      generation: 1,
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { "cluster.x-k8s.io/cluster-name": `cluster-${i % 50}`, "app.kubernetes.io/part-of": `part-${i % 7}` },
      managedFields: ["capstan", "kubectl"].map((manager) => ({
        manager,
        operation: "Update",
        apiVersion: "example.com/v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": fields(names), "f:status": fields(names) },
      })),
    },
    spec: Object.fromEntries(names.map((name) => [name, `a value of some length ${i}`])),
    status: {
      conditions: ["Ready", "Paused", "NetworkReady"].map((type) => ({
        type,
        status: "True",
        reason: type,
        message: "",
        observedGeneration: 1,
        lastTransitionTime: "2026-01-01T00:00:00Z",
      })),
    },
  });
}

/** A server whose watch sends all objects, and then nothing. */
function serverOf(total: number): InformerClient {
  const unused = (): Promise<never> => Promise.reject(new Error("not faked"));
  return {
    list: unused,
    listAll: unused,
    request: unused,
    async *watchOnce(resource, { signal } = {}) {
      for (let i = 0; i < total; i += 100) {
        const events = Array.from({ length: 100 }, (_, j) => ({
          type: "ADDED",
          object: JSON.parse(objectJson(i + j)) as KubeObject,
        }));
        // What is sent is of the kind of the watch.
        yield events as never;
      }
      const { apiVersion, kind } = resource;
      const metadata = { resourceVersion: `${total + 1}`, annotations: { "k8s.io/initial-events-end": "true" } };
      const end: WatchEvent = { type: "BOOKMARK", object: { apiVersion, kind, metadata } };
      yield [end] as never;
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    },
  };
}

test("ten thousand objects of 2 KB take less than 25 MB (C16)", async () => {
  expect(objectJson(1234).length).toBeGreaterThan(2000);
  const stop = new AbortController();
  const informer = new Informer({
    client: serverOf(count),
    resource: Foo,
    namespaces: undefined,
    selection: {},
    metadataOnly: false,
    isProtected: false,
    watchList: true,
    clock: new FakeClock(),
    log: silentLogger,
    onFailure: () => undefined,
    onRestored: () => undefined,
  });
  let ended: Promise<void> = Promise.resolve();
  const bytes = await heapGrowthOf(async () => {
    ended = informer.run(stop.signal);
    await informer.whenSettled();
  });
  expect(informer.store.size).toBe(count);
  expect(bytes / 1e6).toBeLessThan(25);
  stop.abort();
  await ended;
});
