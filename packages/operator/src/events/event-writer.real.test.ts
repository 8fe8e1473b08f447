// Recorded events as kube-apiserver stores them.
import { createClient, systemClock } from "@capstan/client";
import { ConfigMap, Event } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { startTestEnv } from "@capstan/testenv";
import { expect, test } from "vitest";
import { EventWriter } from "./event-writer.ts";

test("similar events are one event, whose message and count are those of the newest", async () => {
  await using env = await startTestEnv({ backend: "envtest" });
  const client = createClient(env.credentials);
  const options = { client, clock: systemClock, log: silentLogger, source: "test", leads: () => true };
  const writer = new EventWriter(options);
  const metadata = { namespace: "default", name: "a" };
  const object = await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
  for (let i = 1; i <= 12; i++) writer.record(object, { type: "Warning", reason: "Failed", message: `try ${i}` });
  await writer.flushed();
  const fieldSelector = `involvedObject.uid=${object.metadata.uid}`;
  const { items } = await client.listAll(Event, { namespace: "default", fieldSelector });
  expect(items.map(({ message, count }) => `${count} ${message}`).toSorted()).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `1 try ${i}`),
    "3 (combined from similar events): try 12",
  ]);
  client.close();
});
