// The watch of one workload cluster under faults and limits: waits, restored servers, new kubeconfigs, too many objects.
import { type Client, createClient } from "@capstan/client";
import { formatKey, keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
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

const config = (name: string, data: Record<string, string> = {}): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "default", name, labels: { app: "x" } },
  data,
});
const byName = (options: Parameters<typeof workload<ConfigMap>>[2] = {}): WorkloadWatch =>
  workload(
    ConfigMap,
    ({ metadata }, { cluster }) => [{ namespace: cluster.metadata.namespace ?? "", name: metadata.name ?? "" }],
    {
      labelSelector: "app=x",
      ...options,
    },
  );

test("what changed while there was no connection is found by the next one, deletions too", async () => {
  let down = false;
  for (const name of ["a", "b"]) await tenantClient.create(ConfigMap, config(name));
  const rig = followOne(byName(), { client: tenantClient, isDown: () => down });
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/a", "ns/b"]);
  down = true;
  await expect.poll(() => tenant.faults.dropWatches(), poll).toBe(1);
  await expect.poll(rig.connects, poll).toBeGreaterThan(2);
  await tenantClient.delete(ConfigMap, { namespace: "default", name: "a" });
  await tenantClient.create(ConfigMap, config("c"));
  tenant.faults.expireHistory();
  down = false;
  await expect.poll(() => rig.pushed.slice(2).toSorted(), poll).toEqual(["ns/a", "ns/c"]);
  await rig.stop();
});

const manyKeys = (count: number, to = "m"): ObjectKey[] =>
  Array.from({ length: count }, (_, index) => ({ namespace: "ns", name: `${to}${index}` }));

test("all keys of an object that was deleted while there was no connection get a pass", async () => {
  let down = false;
  await tenantClient.create(ConfigMap, config("a"));
  const watch = workload(ConfigMap, () => manyKeys(12), { labelSelector: "app=x" });
  const rig = followOne(watch, { client: tenantClient, isDown: () => down });
  await expect.poll(() => rig.pushed, poll).toHaveLength(12);
  down = true;
  await expect.poll(() => tenant.faults.dropWatches(), poll).toBe(1);
  await expect.poll(rig.connects, poll).toBeGreaterThan(2);
  await tenantClient.delete(ConfigMap, { namespace: "default", name: "a" });
  tenant.faults.expireHistory();
  down = false;
  await expect.poll(() => rig.pushed.slice(12), poll).toEqual(manyKeys(12).map(formatKey));
  await rig.stop();
});

test.each([
  { count: 12, more: [], logged: [] },
  {
    count: 20_000,
    more: ["ns/objects of c"],
    logged: ["Workload map returned more keys than are kept: the objects of the Cluster stand for them"],
  },
])("$count keys that an object has no longer get a pass, or the objects of its Cluster", async (row) => {
  const watch = workload(ConfigMap, ({ data }) => manyKeys(data?.["to"] === "old" ? row.count : 1, data?.["to"]), {
    labelSelector: "app=x",
  });
  await tenantClient.create(ConfigMap, config("a", { to: "old" }));
  const rig = followOne(watch, { client: tenantClient });
  await expect.poll(() => rig.pushed.length, poll).toBe(row.count);
  await tenantClient.update(ConfigMap, config("a", { to: "new" }));
  await expect.poll(() => rig.pushed, poll).toContain("ns/new0");
  const after = rig.pushed.slice(row.count);
  expect(after.slice(0, 12)).toEqual(manyKeys(12, "old").map(formatKey));
  expect(after.slice(after.indexOf("ns/new0") + 1)).toEqual(row.more);
  expect(rig.logged.map(({ message }) => message)).toEqual(row.logged);
  await rig.stop();
});

test("a workload cluster with too many objects is not watched, and the log names the way out", async () => {
  for (const name of ["a", "b", "c"]) await tenantClient.create(ConfigMap, config(name));
  const rig = followOne(byName({ mostObjects: 2 }), { client: tenantClient });
  await expect.poll(() => rig.logged, poll).toHaveLength(1);
  expect(rig.pushed).toEqual(["ns/a", "ns/b"]);
  const growing = followOne(byName({ mostObjects: 3 }), { client: tenantClient });
  await expect.poll(() => growing.pushed, poll).toHaveLength(3);
  await tenantClient.create(ConfigMap, config("d"));
  await expect.poll(() => growing.logged, poll).toHaveLength(1);
  expect(growing.pushed).not.toContain("ns/d");
  await growing.stop();
  expect(rig.logged[0]).toMatchObject({
    message: "Workload watch failed",
    retryMs: 600_000,
    error:
      "ConfigMap of the workload cluster of ns/c are not watched: the list has more than 2, or no end\n  help: watch fewer with labelSelector or fieldSelector, or raise mostObjects",
  });
  await rig.stop();
});

test.each([
  { how: "its own keys", before: [], added: ["d"], after: ["a", "d"], atOnce: [], pass: "ns/a" },
  {
    how: "the objects of the Cluster",
    before: ["a", "b"],
    added: ["d", "e", "f"],
    after: ["d", "e", "f"],
    // Also for what was deleted before.
    atOnce: ["ns/objects of c"],
    pass: "ns/objects of c",
  },
])(
  "what is deleted while there are too many objects gets a pass: $how",
  async ({ before, added, after, atOnce, pass }) => {
    const remove = async (names: readonly string[]): Promise<void> => {
      for (const name of names) await tenantClient.delete(ConfigMap, { namespace: "default", name });
    };
    for (const name of ["a", "b", "c"]) await tenantClient.create(ConfigMap, config(name));
    let down = false;
    // The shortest of the random waits.
    const random = (): number => 1;
    const rig = followOne(byName({ mostObjects: 3 }), { client: tenantClient, isDown: () => down, random });
    await expect.poll(() => rig.pushed, poll).toContain("ns/c");
    down = true;
    await expect.poll(() => tenant.faults.dropWatches(), poll).toBe(1);
    const connected = rig.connects();
    await expect.poll(rig.connects, poll).toBeGreaterThan(connected);
    await remove(before);
    for (const name of added) await tenantClient.create(ConfigMap, config(name));
    tenant.faults.expireHistory();
    down = false;
    await expect.poll(() => rig.logged.at(-1), poll).toMatchObject({ retryMs: 300_000 });
    expect(rig.pushed.filter((name) => name === "ns/objects of c")).toEqual(atOnce);
    const count = rig.pushed.length;
    await remove(after);
    await expect.poll(() => rig.pushed.slice(count)).toContain(pass);
    await rig.stop();
  },
);

test("a function that throws for one object does not end the watch", async () => {
  const watch = workload(
    ConfigMap,
    ({ metadata, data }) => {
      if (data?.["bad"] !== undefined) throw new Error("bad data");
      return [{ namespace: "ns", name: metadata.name ?? "" }];
    },
    { labelSelector: "app=x" },
  );
  await tenantClient.create(ConfigMap, config("a", { bad: "x" }));
  const rig = followOne(watch, { client: tenantClient });
  await expect.poll(() => rig.logged.map(({ message }) => message), poll).toContain("Workload map failed");
  await tenantClient.create(ConfigMap, config("b"));
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/b"]);
  // It is called ten times, and then no more before the object changes.
  await expect.poll(() => rig.logged, poll).toHaveLength(10);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(rig.logged).toHaveLength(10);
  await tenantClient.update(ConfigMap, config("a"));
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/b", "ns/a"]);
  await rig.stop();
});

test.each(["null", "[null]", '[{"name":"a"}]'])(
  "a function that gives %s in place of keys does not end the watch",
  async (given) => {
    const watch = byName();
    const toKeys: WorkloadWatch["toKeys"] = (object, ctx) =>
      object.metadata.name === "bad" ? JSON.parse(given) : watch.toKeys(object, ctx);
    for (const name of ["a", "bad", "z"]) await tenantClient.create(ConfigMap, config(name));
    const rig = followOne({ ...watch, toKeys }, { client: tenantClient });
    await expect.poll(() => rig.pushed, poll).toEqual(["ns/a", "ns/z"]);
    const error = "it gave no list of keys: return objects with namespace and name";
    expect(rig.logged[0]).toMatchObject({ message: "Workload map failed", error });
    await rig.stop();
  },
);

test("each change counts of an object for which `stateOf` throws, and the watch goes on", async () => {
  const stateOf = ({ metadata, data }: ConfigMap): string => {
    if (metadata.name === "bad") throw new Error("it has no size");
    return data?.["size"] ?? "";
  };
  for (const name of ["a", "bad", "z"]) await tenantClient.create(ConfigMap, config(name));
  const rig = followOne(byName({ stateOf }), { client: tenantClient });
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/a", "ns/bad", "ns/z"]);
  for (const name of ["a", "bad"]) await tenantClient.update(ConfigMap, config(name, { other: "x" }));
  await expect.poll(() => rig.pushed.slice(3), poll).toEqual(["ns/bad", "ns/bad"]);
  const failure = { message: "Workload stateOf failed", kind: "ConfigMap", error: "it has no size" };
  expect(rig.logged).toEqual([failure, failure]);
  await rig.stop();
});

test("a function that never ends for one object does not stop the watch, and ends with it", async () => {
  const signals: AbortSignal[] = [];
  const watch = workload(
    ConfigMap,
    ({ metadata }, { signal }) => {
      if (metadata.name !== "a") return [{ namespace: "ns", name: metadata.name ?? "" }];
      signals.push(signal);
      return new Promise<never>(() => undefined);
    },
    { labelSelector: "app=x" },
  );
  for (const name of ["a", "b"]) await tenantClient.create(ConfigMap, config(name));
  const rig = followOne(watch, { client: tenantClient });
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/b"]);
  const failure = { message: "Workload map failed", error: "it took longer than 30 s: end when the signal aborts" };
  expect(rig.logged[0]).toMatchObject(failure);
  // It is called again, with a signal of its own.
  await expect.poll(() => signals.at(-1)?.aborted, poll).toBe(false);
  const count = rig.logged.length;
  await rig.stop();
  expect(signals.filter(({ aborted }) => !aborted)).toEqual([]);
  expect(rig.logged).toHaveLength(count);
});

test("a function that throws once is called again, and the keys of before are kept until then", async () => {
  const failures = { left: 0 };
  const watch = workload(
    ConfigMap,
    ({ data }) => {
      failures.left -= 1;
      if (failures.left >= 0) throw new Error("the management cluster answered 429");
      return [{ namespace: "ns", name: data?.["to"] ?? "" }];
    },
    { labelSelector: "app=x" },
  );
  await tenantClient.create(ConfigMap, config("a", { to: "1" }));
  failures.left = 1;
  const rig = followOne(watch, { client: tenantClient });
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/1"]);
  failures.left = 2;
  await tenantClient.update(ConfigMap, config("a", { to: "2" }));
  await expect.poll(() => rig.pushed.slice(1), poll).toEqual(["ns/1", "ns/1", "ns/1", "ns/2"]);
  expect(rig.logged.map(({ message }) => message)).toEqual(Array.from({ length: 3 }, () => "Workload map failed"));
  await tenantClient.update(ConfigMap, config("a", { to: "3" }));
  await expect.poll(() => rig.pushed.slice(5), poll).toEqual(["ns/2", "ns/3"]);
  await rig.stop();
});

test("a function that throws is called again soon, also while what did not fit waits to be kept", async () => {
  const failures = { left: 0 };
  const watch = { ...byName(), keep: ({ metadata }: KubeObject) => metadata.name };
  const toKeys: WorkloadWatch["toKeys"] = (...call) => {
    if (failures.left-- > 0) throw new Error("the management cluster answered 429");
    return watch.toKeys(...call);
  };
  const kept = new KeptParts({ object: 3, cluster: 3 });
  const rig = followOne({ ...watch, toKeys }, { client: tenantClient, kept });
  for (const name of ["a", "b"]) await tenantClient.create(ConfigMap, config(name));
  await expect.poll(() => kept.tooLarge, poll).toBe(1);
  await tenantClient.delete(ConfigMap, { namespace: "default", name: "a" });
  await expect.poll(() => kept.hasRoom, poll).toBe(true);
  failures.left = 1;
  await tenantClient.create(ConfigMap, config("c"));
  // The list that keeps what did not fit is 1.5 s later.
  await expect.poll(() => rig.pushed, { timeout: 800, interval: 20 }).toContain("ns/c");
  await rig.stop();
});

test("watches that failed together come back at different times", async () => {
  const waits = async (random: number): Promise<number> => {
    const rig = followOne(byName(), { client: tenantClient, isDown: () => true, random: () => random });
    const began = performance.now();
    await expect.poll(rig.connects, { ...poll, interval: 5 }).toBe(2);
    await rig.stop();
    return performance.now() - began;
  };
  const [longest, shorter] = await Promise.all([waits(0), waits(0.9)]);
  expect(longest).toBeGreaterThan(1400);
  // Both ran at once: what delays one delays the other.
  expect(shorter).toBeLessThan(longest - 100);
});

test("a workload cluster that was restored from a backup is listed again", async () => {
  await tenantClient.create(ConfigMap, config("a"));
  const restore = tenant.faults.keepState();
  const rig = followOne(byName(), { client: tenantClient });
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/a"]);
  for (const name of ["b", "c", "d"]) await tenantClient.create(ConfigMap, config(name));
  await expect.poll(() => rig.pushed, poll).toContain("ns/d");
  restore();
  // Of the one that it still has, the keys of before and those of now.
  await expect.poll(() => rig.pushed.slice(4).toSorted(), poll).toEqual(["ns/a", "ns/a", "ns/b", "ns/c", "ns/d"]);
  expect(rig.logged.map(({ message }) => message)).toContain(
    "The workload cluster is at an older version than before: it was restored from a backup",
  );
  await rig.stop();
});

test.each([
  { how: "watched", bad: "" },
  { how: "listed again, as a function has failed", bad: "d" },
])("a restored server has another object of a version that was seen: $how", async ({ bad }) => {
  let down = false;
  const toKeys = ({ metadata, data }: ConfigMap): ObjectKey[] => {
    if (metadata.name === bad) throw new Error("bad");
    return [{ namespace: "ns", name: `${metadata.name}-${data?.["v"]}` }];
  };
  const rig = followOne(workload(ConfigMap, toKeys, { labelSelector: "app=x" }), {
    client: tenantClient,
    isDown: () => down,
  });
  await tenantClient.create(ConfigMap, config("a", { v: "1" }));
  const restore = tenant.faults.keepState();
  const before = await tenantClient.update(ConfigMap, config("a", { v: "2" }));
  for (const name of ["b", "d", "c"]) await tenantClient.create(ConfigMap, config(name, { v: "1" }));
  await expect.poll(() => rig.pushed, poll).toContain("ns/c-1");
  down = true;
  tenant.faults.dropWatches();
  const connected = rig.connects();
  await expect.poll(rig.connects, poll).toBeGreaterThan(connected + 1);
  restore();
  const after = await tenantClient.update(ConfigMap, config("a", { v: "3" }));
  expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  down = false;
  await expect.poll(() => rig.pushed, poll).toContain("ns/a-3");
  await rig.stop();
});

test("a new kubeconfig may name another server, which is listed", async () => {
  const other = await startTestEnv({ backend: "embedded" });
  const otherClient = createClient(other.credentials);
  await otherClient.create(ConfigMap, config("b"));
  for (const name of ["1", "2", "3"]) await otherClient.create(ConfigMap, config(name));
  await tenantClient.create(ConfigMap, config("a"));
  await tenantClient.create(ConfigMap, config("z"));
  const rig = followOne(byName(), { client: tenantClient, next: otherClient });
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/a", "ns/z"]);
  rig.end();
  await expect
    .poll(() => rig.pushed.slice(2).toSorted(), poll)
    .toEqual(["ns/1", "ns/2", "ns/3", "ns/a", "ns/b", "ns/z"]);
  await rig.stop();
  otherClient.close();
  await other.stop();
});

test("a new kubeconfig ends the watch, which goes on with the new one at once", async () => {
  const rig = followOne(byName(), { client: tenantClient });
  await expect.poll(() => tenant.faults.stallWatches(), poll).toBe(1);
  rig.end();
  await expect.poll(rig.connects, { timeout: 10_000, interval: 10 }).toBe(2);
  await tenantClient.create(ConfigMap, config("a"));
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/a"]);
  await rig.stop();
});

test("`toKeys` and the pass over the objects of a Cluster get the Cluster as it is, not as it was when the connection began", async () => {
  let name = "old";
  const watch = workload(ConfigMap, ({ data }, { cluster }) => manyKeys(Number(data?.["keys"]), keyOf(cluster).name), {
    labelSelector: "app=x",
  });
  await tenantClient.create(ConfigMap, config("a", { keys: "20000" }));
  const rig = followOne(watch, { client: tenantClient, name: () => name });
  await expect.poll(() => rig.pushed.length, poll).toBe(20_000);
  name = "new";
  await tenantClient.update(ConfigMap, config("a", { keys: "1" }));
  await expect.poll(() => rig.pushed.slice(-2), poll).toEqual(["ns/new0", "ns/objects of new"]);
  await rig.stop();
});
