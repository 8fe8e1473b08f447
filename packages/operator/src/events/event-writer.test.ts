// Events: series, budgets and failures to write.
import type { KubeObject } from "@capstan/kube";
import type { Event } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { EventWriter } from "./event-writer.ts";
import { type LogFields, type Logger, silentLogger } from "@capstan/process";

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
  warned: [message: string, fields: LogFields | undefined][];
} {
  const api = new FakeApi();
  const clock = new FakeClock();
  const warned: [message: string, fields: LogFields | undefined][] = [];
  const log: Logger = { ...silentLogger, warn: (message, fields) => void warned.push([message, fields]) };
  const writer = new EventWriter({ client: api.client, clock, log, source: "capstan", leads });
  return { api, clock, writer, events: () => [...api.objects.values()] as Event[], warned };
}

const counted = (events: readonly Event[]): unknown => events.map(({ message, count }) => [message, count]);

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

test("a message that is no string is written as one", async () => {
  const { writer, events } = make();
  const thrown: { message: string } = JSON.parse("{}") as never;
  writer.record(machine, { ...event, message: thrown.message });
  await writer.flushed();
  expect(events().map(({ message }) => message)).toEqual(["undefined"]);
});

test("the tenth message and all further ones are one event with the newest of them", async () => {
  const { writer, events } = make();
  for (let i = 1; i <= 12; i++) writer.record(machine, { ...event, message: `try ${i}` });
  // A known message, another reason and another object are not combined.
  writer.record(machine, { ...event, message: "try 3" });
  writer.record(machine, { ...event, reason: "Other", message: "try 13" });
  writer.record({ ...machine, metadata: { ...machine.metadata, uid: "other", name: "b" } }, event);
  await writer.flushed();
  expect(counted(events())).toEqual([
    ["try 1", 1],
    ["try 2", 1],
    ["try 3", 2],
    ...[4, 5, 6, 7, 8, 9].map((i) => [`try ${i}`, 1]),
    ["(combined from similar events): try 12", 3],
    ["try 13", 1],
    ["no more", 1],
  ]);
});

test("messages are combined while each comes within ten minutes of the one before", async () => {
  const { clock, writer, events } = make();
  const record = async (message: string): Promise<void> => {
    writer.record(machine, { ...event, message });
    await writer.flushed();
    clock.stall(600_000);
  };
  for (let i = 1; i <= 10; i++) await record(`try ${i}`);
  expect(events().at(-1)?.message).toBe("(combined from similar events): try 10");
  clock.stall(1);
  await record("try 11");
  expect(events().at(-1)?.message).toBe("try 11");
});

test("a combined message is cut as every other", async () => {
  const { writer, events } = make();
  for (let i = 0; i < 10; i++) writer.record(machine, { ...event, message: String(i).repeat(2000) });
  await writer.flushed();
  const [message = ""] = events().flatMap((one) => (one.message?.startsWith("(") === true ? [one.message] : []));
  expect(message).toBe(`(combined from similar events): ${"9".repeat(992)}`);
});

test("an object is limited to twenty-five events and may have more later; other objects are not affected", async () => {
  const { clock, writer, events } = make();
  const written = (): number => events().reduce((sum, { count = 0 }) => sum + count, 0);
  for (let i = 0; i < 40; i++) writer.record(machine, { ...event, message: String(i) });
  writer.record({ ...machine, metadata: { ...machine.metadata, uid: "other", name: "b" } }, event);
  await writer.flushed();
  expect(written()).toBe(26);
  clock.stall(300_000);
  writer.record(machine, { ...event, message: "later" });
  writer.record(machine, { ...event, message: "too much" });
  await writer.flushed();
  expect(written()).toBe(27);
});

test("objects without a uid are told apart by their names", async () => {
  const { writer, events } = make();
  for (const name of ["a", "b"])
    for (let i = 0; i < 20; i++) writer.record({ ...machine, metadata: { namespace: "ns", name } }, event);
  await writer.flushed();
  expect(events().map(({ involvedObject, count }) => [involvedObject.name, count])).toEqual([
    ["a", 20],
    ["b", 20],
  ]);
});

test("what is dropped is logged, a line a minute for each reason, with the number so far", async () => {
  const { clock, writer, warned } = make();
  const flood = (count: number): void => {
    for (let i = 0; i < count; i++) writer.record(machine, event);
  };
  flood(30);
  const line = { kind: "Foo", object: "ns/a", reason: "QuotaExceeded", message: "no more" };
  const why = "its object has had too many events";
  expect(warned).toEqual([["Event dropped", { ...line, why, dropped: 1 }]]);
  clock.stall(60_000);
  flood(2);
  expect(warned.slice(1)).toEqual([["Event dropped", { ...line, why, dropped: 6 }]]);
  await writer.flushed();
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

test("a namespace with thousands of events loses its own, which is logged", async () => {
  const { writer, events, warned } = make();
  const of = (namespace: string, index: number): KubeObject => ({
    ...machine,
    metadata: { namespace, name: `m${index}`, uid: `${namespace}${index}` },
  });
  for (let index = 0; index < 3000; index += 1) writer.record(of("loud", index), event);
  for (let index = 0; index < 5; index += 1) writer.record(of("quiet", index), event);
  await writer.flushed();
  expect(events().filter(({ metadata }) => metadata.namespace === "quiet")).toHaveLength(5);
  expect(warned).toEqual([
    [
      "Event dropped",
      {
        why: "too many events wait",
        kind: "Foo",
        object: "loud/m1001",
        reason: "QuotaExceeded",
        message: "no more",
        dropped: 1,
      },
    ],
  ]);
  // The first is no longer waiting.
  expect(events()).toHaveLength(1001);
  writer.record(machine, event);
  await writer.flushed();
  expect(events()).toHaveLength(1002);
});

test("what waits when the process lost its lease is dropped, which is logged", async () => {
  let leads = true;
  const { writer, events, warned } = make(() => leads);
  writer.record(machine, event);
  writer.record(machine, { ...event, reason: "Second" });
  leads = false;
  await writer.flushed();
  expect(events().map(({ reason }) => reason)).toEqual(["QuotaExceeded"]);
  expect(warned.map(([message, fields]) => [message, fields?.["why"]])).toEqual([
    ["Event dropped", "this process does not lead any more"],
  ]);
});

test("a writer that has ended begins no call, and drops what waits and what comes", async () => {
  const { api, events, warned } = make();
  const answer = Promise.withResolvers<never>();
  const signals: (AbortSignal | undefined)[] = [];
  const client: FakeApi["client"] = {
    ...api.client,
    patch: (_resource, _key, { signal }) => {
      signals.push(signal);
      return answer.promise;
    },
  };
  const log: Logger = { ...silentLogger, warn: (message, fields) => void warned.push([message, fields]) };
  const writer = new EventWriter({ client, clock: new FakeClock(), log, source: "capstan", leads: () => true });
  for (const reason of ["First", "First", "Second"]) writer.record(machine, { ...event, reason });
  await settle();
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  writer.end();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  // A server that has answered by then: without the end, a new event follows.
  answer.reject(refusal(404, "NotFound"));
  await writer.flushed();
  writer.record(machine, { ...event, reason: "Third" });
  await writer.flushed();
  expect(events().map(({ reason }) => reason)).toEqual(["First"]);
  expect(warned.map(([message, fields]) => [message, fields?.["error"] ?? fields?.["why"]])).toEqual([
    ["Event not written", "the manager has stopped"],
    ["Event dropped", "the manager has stopped"],
  ]);
});

test("events of a process that does not lead yet are dropped, and those of the leader are written after that", async () => {
  let leads = false;
  const { writer, events } = make(() => leads);
  writer.record(machine, event);
  await writer.flushed();
  leads = true;
  writer.record(machine, { ...event, reason: "Second" });
  await writer.flushed();
  expect(events().map(({ reason }) => reason)).toEqual(["Second"]);
});
