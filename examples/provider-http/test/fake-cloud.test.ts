// The fake cloud does what the provider has to withstand.
import { expect, test } from "vitest";
import { cloudEvents } from "../src/cloud/cloud-events.ts";
import { httpCloud, type HttpCloudOptions } from "../src/cloud/http-cloud.ts";
import { onceCalls } from "../src/once-calls.ts";
import { startFakeCloud } from "../src/fake-cloud/fake-cloud.ts";
import { faultOf, noFaults } from "../src/fake-cloud/faults.ts";

const { signal } = new AbortController();

test("two requests create two networks with one tag", async () => {
  await using cloud = await startFakeCloud();
  const { networks } = httpCloud(cloud.url).account("secret");
  const created = [await networks.create({ tag: "a" }, signal), await networks.create({ tag: "a" }, signal)];
  expect((await networks.list("a", signal)).map(({ id }) => id)).toEqual(created.map(({ id }) => id));
  await networks.remove("net-1", signal);
  await networks.remove("net-1", signal);
  expect((await networks.list("a", signal)).map(({ id }) => id)).toEqual(["net-2"]);
});

test.each([
  { fault: { limited: 1 }, want: "POST /networks: the cloud answered 429", after: "1s", created: 0, rejected: true },
  { fault: { failing: 1 }, want: "POST /networks: the cloud answered 500", after: "1s", created: 0, rejected: false },
  {
    fault: { lost: 1 },
    want: "POST /networks: the cloud does not answer",
    after: undefined,
    created: 1,
    rejected: false,
  },
])("a cloud with $fault: $want", async ({ fault, want, after, created, rejected }) => {
  await using cloud = await startFakeCloud({ faults: fault });
  const { networks } = httpCloud(cloud.url).account("secret");
  const error: unknown = await networks.create({ tag: "a" }, signal).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: want, retryAfter: after });
  expect(cloud.things.record.length).toBe(created);
  expect(onceCalls(networks).rejected?.(error)).toBe(rejected);
});

test("a wrong token is rejected, and nothing is created", async () => {
  await using cloud = await startFakeCloud();
  const { networks } = httpCloud(cloud.url).account("wrong");
  await expect(networks.create({ tag: "a" }, signal)).rejects.toMatchObject({ status: 401 });
  expect(cloud.things.record).toEqual([]);
});

test("a change of a server is an event of its owner", async () => {
  await using cloud = await startFakeCloud({ faults: { bootMs: 100 } });
  const events = cloudEvents(`${cloud.url}/events`, signal);
  const first = events.next();
  // The stream is open when the cloud has a listener.
  await expect.poll(() => cloud.things.changes.listenerCount("change")).toBe(1);
  cloud.things.create("servers", { tag: "a", owner: { namespace: "n", name: "m" } });
  expect(await first).toEqual({ done: false, value: { owner: { namespace: "n", name: "m" } } });
  await events.return(undefined);
});

test.each([
  [0.05, "limited"],
  [0.15, "failsBefore"],
  [0.25, "failsAfter"],
  [0.35, "lost"],
  [0.45, "answered"],
])("the fault of %d is %s", (draw, want) => {
  expect(faultOf({ ...noFaults, limited: 0.1, failing: 0.1, lost: 0.1 }, draw)).toBe(want);
});

test("every call is counted with the status of its answer", async () => {
  const calls: string[] = [];
  const onCall: HttpCloudOptions["onCall"] = ({ method, status }) => calls.push(`${method} ${status}`);
  await using cloud = await startFakeCloud();
  await httpCloud(cloud.url, { onCall }).account("secret").networks.list("a", signal);
  await expect(httpCloud(cloud.url, { onCall }).account("wrong").networks.list("a", signal)).rejects.toThrow("401");
  await expect(httpCloud("http://127.0.0.1:1", { onCall }).flavors(signal)).rejects.toThrow("does not answer");
  expect(calls).toEqual(["GET 200", "GET 401", "GET 0"]);
});
