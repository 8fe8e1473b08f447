// Events: series, budgets and failures to write.
import type { KubeObject } from "@capstan/kube";
import type { Event } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import { EventWriter } from "./event-writer.ts";
import { silentLogger } from "@capstan/process";

const machine: KubeObject = {
  apiVersion: "example.com/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name: "a", uid: "u", resourceVersion: "3" },
};
const event = { type: "Warning", reason: "QuotaExceeded", message: "no more" } as const;

function make(leads: () => boolean = () => true): {
  api: FakeApi;
  clock: FakeClock;
  writer: EventWriter;
  events: () => Event[];
} {
  const api = new FakeApi();
  const clock = new FakeClock();
  const writer = new EventWriter({ client: api.client, clock, log: silentLogger, source: "capstan", leads });
  return { api, clock, writer, events: () => [...api.objects.values()] as Event[] };
}

test("an event has what happened to which object", async () => {
  const { writer, events } = make();
  writer.record(machine, event);
  await writer.flushed();
  const [{ metadata, ...rest } = { metadata: {} }] = events();
  expect([metadata.namespace, metadata.name]).toEqual(["ns", "a.6474846204000"]);
  expect(rest).toEqual({
    apiVersion: "v1",
    kind: "Event",
    involvedObject: {
      apiVersion: "example.com/v1",
      kind: "Foo",
      namespace: "ns",
      name: "a",
      uid: "u",
      resourceVersion: "3",
    },
    type: "Warning",
    reason: "QuotaExceeded",
    message: "no more",
    count: 1,
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    source: { component: "capstan" },
    reportingComponent: "capstan",
  });
});

test("a repetition increases the count; ten quiet minutes or another message start a new event", async () => {
  const { clock, writer, events } = make();
  writer.record(machine, event);
  writer.record(machine, event);
  await writer.flushed();
  clock.stall(60_000);
  writer.record(machine, event);
  writer.record(machine, { ...event, message: "still no more" });
  await writer.flushed();
  clock.stall(600_000);
  writer.record(machine, event);
  await writer.flushed();
  expect(events().map(({ message, count, lastTimestamp }) => [message, count, lastTimestamp])).toEqual([
    ["no more", 3, "2026-01-01T00:01:00Z"],
    ["still no more", 1, "2026-01-01T00:01:00Z"],
    ["no more", 1, "2026-01-01T00:11:00Z"],
  ]);
});

test("an event that the server has dropped is created again, and a rejected one does no harm", async () => {
  const { api, writer, events } = make();
  writer.record(machine, event);
  await writer.flushed();
  api.objects.clear();
  writer.record(machine, event);
  await writer.flushed();
  expect(events().map(({ count }) => count)).toEqual([1]);
  api.faults.push(refusal(403, "Forbidden"));
  writer.record(machine, { ...event, reason: "Other" });
  writer.record(machine, { ...event, reason: "Third" });
  await writer.flushed();
  expect(events().map(({ reason }) => reason)).toEqual(["QuotaExceeded", "Third"]);
});

test("an object is limited to twenty-five events and may have more later; other objects are not affected", async () => {
  const { clock, writer, events } = make();
  for (let i = 0; i < 40; i++) writer.record(machine, { ...event, message: String(i) });
  writer.record({ ...machine, metadata: { ...machine.metadata, uid: "other", name: "b" } }, event);
  await writer.flushed();
  expect(events().length).toBe(26);
  clock.stall(300_000);
  writer.record(machine, { ...event, message: "later" });
  writer.record(machine, { ...event, message: "too much" });
  await writer.flushed();
  expect(events().length).toBe(27);
});

test("of an object with the longest name, the beginning is in the name of its event", async () => {
  const { writer, events } = make();
  writer.record({ ...machine, metadata: { ...machine.metadata, name: `${"a".repeat(235)}-${"b".repeat(17)}` } }, event);
  await writer.flushed();
  const [name = ""] = events().map(({ metadata }) => metadata.name);
  expect(name).toBe(`${"a".repeat(235)}.6474846204000`);
  expect(name.length).toBeLessThanOrEqual(253);
});

test("what is remembered of events has a limit, and the oldest is forgotten first", async () => {
  const { writer, events } = make();
  const of = (index: number): KubeObject => ({
    ...machine,
    metadata: { namespace: `ns${index}`, name: "a", uid: String(index) },
  });
  const record = async (index: number): Promise<void> => {
    writer.record(of(index), event);
    await writer.flushed();
  };
  for (let index = 0; index < 4097; index += 1) await record(index);
  expect(events()).toHaveLength(4097);
  await record(1);
  expect(events()).toHaveLength(4097);
  await record(0);
  expect(events()).toHaveLength(4098);
});

test("an event on an object without a namespace is in the default namespace", async () => {
  const { writer, events } = make();
  writer.record({ ...machine, metadata: { name: "node", uid: "n" } }, event);
  await writer.flushed();
  expect(events()[0]?.metadata.namespace).toBe("default");
});

test("events of many objects cost as much as there are events", async () => {
  const clock = new FakeClock();
  const client = { create: async (_: unknown, object: object) => object, patch: async () => ({}) };
  // Both return what they are given, whatever its type.
  const options = {
    client: client as unknown as FakeApi["client"],
    clock,
    log: silentLogger,
    source: "capstan",
    leads: () => true,
  };
  const writer = new EventWriter(options);
  const from = process.threadCpuUsage().user;
  for (let i = 0; i < 20_000; i += 1) {
    writer.record({ ...machine, metadata: { ...machine.metadata, uid: String(i) } }, event);
    if (i % 500 === 0) await writer.flushed();
  }
  await writer.flushed();
  // With a look at all known events for each, it took 5 s.
  expect(process.threadCpuUsage().user - from).toBeLessThan(1_500_000);
});

test("a namespace with thousands of events loses its own", async () => {
  const { writer, events } = make();
  const of = (namespace: string, index: number): KubeObject => ({
    ...machine,
    metadata: { namespace, name: `m${index}`, uid: `${namespace}${index}` },
  });
  for (let index = 0; index < 3000; index += 1) writer.record(of("loud", index), event);
  for (let index = 0; index < 5; index += 1) writer.record(of("quiet", index), event);
  await writer.flushed();
  expect(events().filter(({ metadata }) => metadata.namespace === "quiet")).toHaveLength(5);
  // The first is no longer waiting.
  expect(events()).toHaveLength(1001);
  writer.record(machine, event);
  await writer.flushed();
  expect(events()).toHaveLength(1002);
});

test("what waits when the process lost its lease is dropped", async () => {
  let leads = true;
  const { writer, events } = make(() => leads);
  writer.record(machine, event);
  writer.record(machine, { ...event, reason: "Second" });
  leads = false;
  await writer.flushed();
  expect(events().map(({ reason }) => reason)).toEqual(["QuotaExceeded"]);
});
