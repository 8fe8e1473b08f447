// The watch of a workload cluster whose server does what no server should: it closes after each event, ends no list, or sends what the client does not read.
import { ApiError, type Client, createClient, type WatchEvent } from "@capstan/client";
import { failureStatus, type KubeObject } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, expect, test } from "vitest";
import { followOne } from "../../test/cluster-watch-rig.ts";
import { workload, type WorkloadWatch } from "../authoring/workload-watch.ts";
import { KeptParts } from "./kept-parts.ts";

const poll = { timeout: 200_000, interval: 20 };
let tenant: EmbeddedEnv;
let tenantClient: Client;
beforeEach(async () => {
  tenant = await startTestEnv({ backend: "embedded" });
  tenantClient = createClient(tenant.credentials);
});
afterEach(async () => {
  tenantClient.close();
  await tenant.stop();
});

function config(name: string, data: Record<string, string> = {}): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name, labels: { app: "x" } }, data };
}

const byName = (options: { readonly mostObjects?: number } = {}): WorkloadWatch =>
  workload(ConfigMap, ({ metadata }) => [{ namespace: "ns", name: metadata.name ?? "" }], {
    labelSelector: "app=x",
    ...options,
  });

/** A client some of whose calls a test replaces. */
const clientWith = (calls: Partial<Client>): Client =>
  new Proxy(tenantClient, {
    get(client, name) {
      const value: unknown = Reflect.get(name in calls ? calls : client, name);
      return typeof value === "function" && !(name in calls) ? value.bind(client) : value;
    },
  });

test("a server that sends an event and closes is called with waits", async () => {
  const event: WatchEvent = { type: "MODIFIED", object: config("a") };
  const client = clientWith({
    async *watchOnce<T extends KubeObject>(): AsyncGenerator<readonly WatchEvent<T>[]> {
      yield JSON.parse(JSON.stringify([event]));
    },
  });
  const rig = followOne(byName(), { client });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await rig.stop();
  // Twenty seconds of its clock: waits of 0.8, 1.6, 3.2, 6.4 and 12.8 s.
  expect(rig.connects()).toBeGreaterThan(2);
  expect(rig.connects()).toBeLessThan(7);
});

test.each([
  { what: "value", data: { long: "a".repeat(1_000_000) } },
  { what: "name", data: { ["a".repeat(1_000_000)]: "" } },
])("a server that sends objects with a long $what without an end is read with pauses", async ({ data }) => {
  const event: WatchEvent = { type: "MODIFIED", object: config("a", data) };
  let sent = 0;
  const client = clientWith({
    async *watchOnce<T extends KubeObject>(): AsyncGenerator<readonly WatchEvent<T>[]> {
      const [read] = JSON.parse(JSON.stringify([event]));
      for (; sent < 1000; sent += 1) yield [read];
    },
  });
  const rig = followOne(byName(), { client });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await rig.stop();
  // Twenty seconds of its clock, with half a second for each.
  expect(sent).toBeGreaterThan(2);
  expect(sent).toBeLessThan(45);
});

test.each(["list", "event"])("an object with a name of a million characters in a %s ends the watch", async (where) => {
  const named = config("a".repeat(1_000_000));
  const event: WatchEvent = { type: "DELETED", object: named };
  const items = where === "list" ? [named] : [];
  const client = clientWith({
    list: async () => JSON.parse(JSON.stringify({ metadata: { resourceVersion: "1" }, items })),
    async *watchOnce<T extends KubeObject>(): AsyncGenerator<readonly WatchEvent<T>[]> {
      yield JSON.parse(JSON.stringify([event]));
    },
  });
  const rig = followOne(byName(), { client });
  const error = expect.stringContaining("name is no string of at most 1024 characters");
  await expect.poll(() => rig.logged, poll).toEqual([expect.objectContaining({ error })]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await rig.stop();
  expect([rig.pushed.join().length < 1000, rig.connects()]).toEqual([true, 1]);
});

test.each(["list", "watchOnce"] as const)(
  "a kind whose %s got 404 for a while has a pass over each object",
  async (call) => {
    let isServed = true;
    const status = failureStatus("NotFound", "the server could not find the requested resource");
    const refuse = (name: string): void => {
      if (!isServed && name === call) throw new ApiError({ doing: "list", status, foreign: true });
    };
    const client = clientWith({
      get list() {
        refuse("list");
        return tenantClient.list.bind(tenantClient);
      },
      get watchOnce() {
        refuse("watchOnce");
        return tenantClient.watchOnce.bind(tenantClient);
      },
    });
    await tenantClient.create(ConfigMap, config("a"));
    const rig = followOne(byName(), { client });
    await expect.poll(() => rig.pushed, poll).toEqual(["ns/a"]);
    await expect.poll(() => tenant.faults.dropWatches(), poll).toBe(1);
    isServed = false;
    await expect.poll(() => rig.logged.length, poll).toBeGreaterThan(1);
    isServed = true;
    await expect.poll(() => rig.pushed.slice(0, 3), poll).toEqual(["ns/a", "ns/a", "ns/a"]);
    await rig.stop();
  },
);

test("what lists that do not end have in all is limited", async () => {
  let lists = 0;
  const client = clientWith({
    async list() {
      lists += 1;
      if (lists % 2 === 0) throw new Error("the connection ended");
      const items = ["a", "b", "c"].map((name) => config(`${name}${lists}`));
      return JSON.parse(JSON.stringify({ metadata: { continue: "more" }, items }));
    },
  });
  const kept = new KeptParts({ object: 100, cluster: 1000 });
  const rig = followOne({ ...byName({ mostObjects: 3 }), keep: () => "x" }, { client, kept });
  await expect.poll(() => lists, poll).toBeGreaterThan(10);
  expect(kept.list().length).toBeLessThan(7);
  await rig.stop();
});

test("what comes after an object with too many values is found by a list", async () => {
  const limited = createClient(tenant.credentials, { limits: { jsonValues: 500 } });
  await tenantClient.create(ConfigMap, config("a"));
  const rig = followOne(byName(), { client: limited });
  await expect.poll(() => rig.pushed, poll).toContain("ns/a");
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, ""]));
  await tenantClient.create(ConfigMap, config("big", many));
  await tenantClient.delete(ConfigMap, { namespace: "default", name: "big" });
  await tenantClient.create(ConfigMap, config("b"));
  await expect.poll(() => rig.pushed, poll).toContain("ns/b");
  await rig.stop();
  limited.close();
});

test.each([
  { how: "at once", afterMs: 0 },
  { how: "after two seconds", afterMs: 2000 },
])("what comes after a change at which each watch ends without an error, $how, is found by a list", async (row) => {
  await tenantClient.create(ConfigMap, config("a"));
  let watches = 0;
  const client = clientWith({
    async *watchOnce<T extends KubeObject>(): AsyncGenerator<readonly WatchEvent<T>[]> {
      watches += 1;
      // The clock of the watch is twenty times as fast.
      await new Promise((resolve) => setTimeout(resolve, row.afterMs / 20));
      yield* [];
    },
  });
  const rig = followOne(byName(), { client });
  await expect.poll(() => watches, poll).toBe(1);
  await tenantClient.create(ConfigMap, config("b"));
  await expect.poll(() => rig.pushed, poll).toContain("ns/b");
  // Waits of 0.8, 1.6 and 3.2 s, as after a failure; the fourth watch begins with the list.
  expect(watches).toBeLessThan(5);
  expect(rig.logged.slice(0, 3).map(({ message, retryMs }) => [message, retryMs])).toEqual(
    [800, 1600, 3200].map((ms) => ["Workload watch ended without an event or bookmark", ms]),
  );
  await rig.stop();
});

test("watches that bring a bookmark and end without an error cause no list", async () => {
  let lists = 0;
  let watches = 0;
  const client = clientWith({
    async *watchOnce<T extends KubeObject>(): AsyncGenerator<readonly WatchEvent<T>[]> {
      watches += 1;
      const bookmark = { type: "BOOKMARK", object: { metadata: { resourceVersion: "1" } } };
      yield JSON.parse(JSON.stringify([bookmark]));
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
    async list() {
      lists += 1;
      return JSON.parse(JSON.stringify({ metadata: { resourceVersion: "1" }, items: [] }));
    },
  });
  const rig = followOne(byName(), { client });
  await expect.poll(() => watches, poll).toBe(10);
  // One is the first list; each later connection compares versions with a page of one object.
  expect(lists).toBe(10);
  expect(rig.logged).toEqual([]);
  await rig.stop();
});

test.each([
  { what: "repeats the same names", items: 50, most: 21 },
  { what: "has no objects", items: 0, most: 31 },
])("a list without an end that $what is given up", async ({ items, most }) => {
  let lists = 0;
  const client = clientWith({
    async list() {
      lists += 1;
      const page = Array.from({ length: items }, (_, i) => config(`n${i}`));
      // As the server sent it.
      return JSON.parse(JSON.stringify({ metadata: { resourceVersion: "1", continue: `${lists}` }, items: page }));
    },
  });
  const rig = followOne(byName({ mostObjects: 1000 }), { client });
  await expect.poll(() => rig.logged.length, poll).toBeGreaterThan(0);
  await rig.stop();
  expect(lists).toBeLessThanOrEqual(most);
});

test("a list in pages that the server made shorter is read whole", async () => {
  const all = Array.from({ length: 300 }, (_, i) => config(`n${i}`));
  const client = clientWith({
    async list(_resource, { continue: from = "0" } = {}) {
      const next = Number(from) + 2;
      const metadata = { resourceVersion: "1", ...(next < all.length && { continue: `${next}` }) };
      // As the server sent it.
      return JSON.parse(JSON.stringify({ metadata, items: all.slice(Number(from), next) }));
    },
  });
  const rig = followOne(byName({ mostObjects: 300 }), { client });
  await expect.poll(() => new Set(rig.pushed).size, poll).toBe(300);
  await rig.stop();
  expect(rig.logged).toEqual([]);
});
