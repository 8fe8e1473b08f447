// A time line that is fed by watches: it has what the server has, also after the server has forgotten its history.
import { createClient, type Client } from "@capstan/client";
import { resourceOf, type ObjectKey, type UnstructuredObject } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Timeline } from "./timeline.ts";
import { watchCluster } from "./watch-cluster.ts";

const watched = resourceOf<UnstructuredObject>("v1", "ConfigMap");
const unserved = resourceOf<UnstructuredObject>("example.com/v1", "Foo");

let env: EmbeddedEnv;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded" });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

const key = (name: string): ObjectKey => ({ namespace: "default", name });
const create = (name: string): Promise<unknown> =>
  client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: key(name) });

test("objects, changes and deletions arrive, also those that a watch has missed", async () => {
  const timeline = new Timeline();
  const abort = new AbortController();
  const failed: string[] = [];
  await create("before");
  const ended = watchCluster({
    client,
    resources: [watched, unserved],
    add: (change) => timeline.add(change),
    signal: abort.signal,
    onError: ({ kind }) => failed.push(kind),
  });
  const names = (): string[] => [...timeline.now.values()].map(({ metadata }) => metadata.name ?? "").toSorted();
  await expect.poll(names).toEqual(["before"]);
  await create("after");
  await client.delete(ConfigMap, key("before"));
  await expect.poll(names).toEqual(["after"]);
  expect(timeline.changes().map(({ type }) => type)).toEqual(["ADDED", "ADDED", "DELETED"]);
  env.faults.inject({ verb: "watch", plural: "configmaps" }, { cut: true });
  env.faults.dropWatches({ plural: "configmaps" });
  await client.delete(ConfigMap, key("after"));
  await create("meanwhile");
  env.faults.expireHistory();
  env.faults.clear();
  await expect.poll(names).toEqual(["meanwhile"]);
  expect(failed).toEqual(["Foo"]);
  abort.abort();
  await ended;
});
