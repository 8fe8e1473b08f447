// What is cached is read from memory, all else from the API server.
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import { InformerSet } from "../engine/informer-set.ts";
import { silentLogger } from "../engine/index.ts";
import { cacheFirst } from "./cache-first.ts";

test("what is cached is read from memory, what is not from the API server", async () => {
  const api = new FakeApi();
  for (const name of ["a", "b"]) {
    const metadata = { namespace: "ns", name, labels: { name } };
    api.put(Secret, { apiVersion: "v1", kind: "Secret", metadata });
    api.put(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
  }
  const informers = new InformerSet({ client: api.client, clock: new FakeClock(), log: () => silentLogger });
  informers.informer(ConfigMap);
  const stop = new AbortController();
  const done = informers.run(stop.signal);
  await informers.whenSynced();
  const reader = cacheFirst(informers, api.client);
  api.asked.length = 0;
  expect((await reader.get(ConfigMap, { namespace: "ns", name: "a" }))?.metadata.name).toBe("a");
  expect((await reader.list(ConfigMap, { namespace: "ns", labels: { name: "b" } })).length).toBe(1);
  expect(api.asked).toEqual([]);
  expect((await reader.get(Secret, { namespace: "ns", name: "a" }))?.metadata.name).toBe("a");
  expect(await reader.get(Secret, { namespace: "ns", name: "c" })).toBeUndefined();
  expect((await reader.list(Secret, { namespace: "ns" })).length).toBe(2);
  expect(api.asked).toEqual(["list secrets any"]);
  stop.abort();
  await done;
});
