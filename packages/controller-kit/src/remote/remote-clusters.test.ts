// Workload clusters by their kubeconfig Secret: connected, missing, invalid, unreachable, and changed.
import { createClient } from "@capstan/client";
import { kubeconfigSecret, labels } from "@capstan/contract";
import { CapstanError, formatKubeconfig, type KubeObject, type ObjectKey } from "@capstan/kube";
import { Namespace, Secret } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/operator";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RemoteClusters } from "./remote-clusters.ts";
import { fixedMessage, rawMessage, secretProblem } from "./workload-problems.ts";

let env: TestEnv;
beforeAll(async () => {
  env = await startTestEnv();
});
afterAll(() => env.stop());

const cluster = (name: string): KubeObject => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { namespace: "default", name },
});

const label = "it has no label cluster.x-k8s.io/cluster-name with the name of the Cluster";

async function connect(name: string, kubeconfig?: string): Promise<string> {
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client });
  if (kubeconfig !== undefined)
    await client.create(Secret, kubeconfigSecret({ cluster: name, namespace: "default", kubeconfig }));
  const workload = await remote.connect(cluster(name));
  const found = workload.connected
    ? (await workload.client.get(Namespace, { namespace: "", name: "default" })).metadata.name
    : "";
  remote.close();
  client.close();
  return workload.connected ? `connected, reads Namespace ${found}` : `${workload.reason}: ${workload.message}`;
}

test.each([
  { name: "missing", kubeconfig: undefined, want: "NoKubeconfig: Secret default/missing-kubeconfig does not exist" },
  {
    name: "exec",
    kubeconfig: formatKubeconfig({ server: "https://x", token: "t" }).replace(
      '"token": "t"',
      '"exec": { "command": "rm" }',
    ),
    want: 'BadKubeconfig: the kubeconfig Secret default/exec-kubeconfig cannot be used: "exec" is not allowed in a kubeconfig that does not come from a local file\n  help: check it with `kubectl config view` and correct it',
  },
])("$name", async ({ name, kubeconfig, want }) => {
  expect(await connect(name, kubeconfig)).toBe(want);
});

const bad = "the kubeconfig Secret default/bad-kubeconfig cannot be used";

test.each([
  {
    name: "http",
    change: { server: "http://hunter2" },
    want: "clusters[0].cluster.server does not start with https://",
  },
  {
    name: "a user",
    change: { server: "https://me:hunter2@x" },
    want: "clusters[0].cluster.server has a user or a password",
  },
])("an address with $name is rejected, once for each version of the Secret", async ({ change, want }) => {
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client });
  const given = formatKubeconfig({ token: "t", ...change });
  await client.delete(Secret, { namespace: "default", name: "bad-kubeconfig" });
  await client.create(Secret, kubeconfigSecret({ cluster: "bad", namespace: "default", kubeconfig: given }));
  const lines: string[] = [];
  const log = {
    ...silentLogger,
    debug: (message: string, fields?: object) => lines.push(JSON.stringify([message, fields])),
  };
  const first = await remote.connect(cluster("bad"), { log });
  expect(first).toEqual({
    connected: false,
    reason: "BadKubeconfig",
    message: `${bad}: ${want}\n  help: write it as https://host:port`,
  });
  expect(await remote.connect(cluster("bad"), { log })).toEqual(first);
  expect(lines).toHaveLength(2);
  remote.close();
  client.close();
});

test("a kubeconfig of a megabyte is rejected without being decoded", async () => {
  expect(await connect("large", `# ${"x".repeat(700_000)}`)).toBe(
    "BadKubeconfig: the kubeconfig Secret default/large-kubeconfig cannot be used: it has more than 65,536 bytes\n  help: keep one cluster, one user and one context in it, or set `limits` of parseKubeconfig",
  );
});

test.each([
  { name: "label", change: { metadata: { labels: {} } }, want: label },
  { name: "label of the Cluster", change: { metadata: { labels: { [labels.clusterName]: "other" } } }, want: label },
  { name: "type", change: { type: "Opaque" }, want: "its type is not cluster.x-k8s.io/secret" },
])("a Secret without its $name is not used", ({ change, want }) => {
  const secret = kubeconfigSecret({ cluster: "a", namespace: "ns", kubeconfig: "x" });
  const changed = { ...secret, ...change, metadata: { ...secret.metadata, ...change.metadata } };
  expect(secretProblem(secret, "a")).toBeUndefined();
  expect(secretProblem(changed, "a")).toBe(`Secret ns/a-kubeconfig cannot be used: ${want}`);
});

test("what a server says is in the log only, shortened and without control characters", () => {
  const said = new Error(`\u001b[31m${"x".repeat(9000)}`);
  const raw = rawMessage(new CapstanError("client/unreachable", "cannot GET /version", { cause: said }));
  expect([raw.length < 520, raw.slice(0, 40)]).toEqual([true, "cannot GET /version: \\u001b[31mxxxxxxxxx"]);
  expect(fixedMessage(said, "cannot")).toBe("cannot");
});

test("a valid kubeconfig gives a working client", async () => {
  expect(await connect("good", env.kubeconfig())).toBe("connected, reads Namespace default");
});

test("a stopped server is unreachable", async () => {
  expect(await connect("gone", formatKubeconfig({ ...env.credentials, server: "https://127.0.0.1:1" }))).toMatch(
    /^Unreachable: /,
  );
});

test("concurrent passes share one client", async () => {
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client });
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "shared", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  const calls: string[] = [];
  client.observe(({ method, code }) => calls.push(`${method} ${code}`));
  const workloads = await Promise.all([1, 2, 3].map(() => remote.connect(cluster("shared"))));
  expect(calls).toEqual(["GET 200"]);
  expect(new Set(workloads.map((workload) => workload.connected && workload.client)).size).toBe(1);
  remote.close();
  client.close();
});

test("a pass that gets no client is remembered until that is read, and no other caller is", async () => {
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client });
  await remote.connect(cluster("awaited"));
  expect(remote.takeAwaited(cluster("awaited"))).toBe(false);
  await remote.connect(cluster("awaited"), { isPass: true });
  expect([1, 2].map(() => remote.takeAwaited(cluster("awaited")))).toEqual([true, false]);
  remote.close();
  client.close();
});

test("an unused client is closed after an hour", async () => {
  let now = 0;
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client, now: () => now });
  for (const name of ["old", "new"])
    await client.create(
      Secret,
      kubeconfigSecret({ cluster: name, namespace: "default", kubeconfig: env.kubeconfig() }),
    );
  const before = await remote.connect(cluster("old"));
  now = 3_600_001;
  await remote.connect(cluster("new"));
  const after = await remote.connect(cluster("old"));
  expect(before.connected && after.connected && before.client !== after.client).toBe(true);
  remote.close();
  client.close();
});

test("a client whose Cluster is looked at again and again stays, and one that is dropped ends its watches", async () => {
  let now = 0;
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client, now: () => now });
  const kubeconfig = env.kubeconfig();
  await client.create(Secret, kubeconfigSecret({ cluster: "looked-at", namespace: "default", kubeconfig }));
  const first = await remote.connect(cluster("looked-at"));
  if (!first.connected) throw new Error(first.message);
  // Looks come so far apart that each asks the server.
  for (; now < 2 * 3_600_000; now += 10_600) await remote.connect(cluster("looked-at"));
  const last = await remote.connect(cluster("looked-at"));
  expect(last.connected && last.client === first.client).toBe(true);
  expect(first.ended.aborted).toBe(false);
  now += 3_600_001;
  await remote.connect(cluster("another"));
  expect(first.ended.aborted).toBe(true);
  remote.close();
  client.close();
});

test("beyond 2,000 Clusters, clients are closed when they have not been used for a minute", async () => {
  let now = 0;
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client, now: () => now });
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "used", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  const clientNow = async (): Promise<unknown> => {
    const workload = await remote.connect(cluster("used"));
    return workload.connected ? workload.client : undefined;
  };
  const fill = async (many: string): Promise<void> => {
    const names = Array.from({ length: 2001 }, (_, i) => `${many}-${i}`);
    await Promise.all(names.map((name) => remote.connect(cluster(name), { isPass: true })));
  };
  const first = await clientNow();
  now = 59_000;
  await fill("many");
  expect(await clientNow()).toBe(first);
  now = 120_000;
  await fill("more");
  expect(await clientNow()).not.toBe(first);
  remote.close();
  client.close();
});

test("clients of Clusters that no longer exist are closed within a second", async () => {
  const client = createClient(env.credentials);
  let now = 0;
  const gone = new Set<string>();
  const exists = ({ name }: ObjectKey): boolean => !gone.has(name);
  const remote = new RemoteClusters({ client, exists, now: () => now });
  const names = ["first", "second"];
  for (const cluster of names)
    await client.create(Secret, kubeconfigSecret({ cluster, namespace: "default", kubeconfig: env.kubeconfig() }));
  const [first] = [await remote.connect(cluster("first")), await remote.connect(cluster("second"))];
  gone.add("first");
  const read = (): unknown => first?.connected && first.client.get(Namespace, { namespace: "", name: "default" });
  now = 999;
  await remote.connect(cluster("second"));
  await expect(read()).resolves.toBeDefined();
  now = 1000;
  await remote.connect(cluster("second"));
  await expect(read()).rejects.toMatchObject({ code: "client/closed" });
  remote.close();
  client.close();
});

test("the client is kept until the Secret changes, which is noticed after ten seconds, and at once for another Cluster of the name", async () => {
  const client = createClient(env.credentials);
  let now = 0;
  const remote = new RemoteClusters({ client, now: () => now });
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "kept", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  const clientNow = async (uid = "one"): Promise<unknown> => {
    const { metadata, ...kept } = cluster("kept");
    const workload = await remote.connect({ ...kept, metadata: { ...metadata, uid } });
    return workload.connected ? workload.client : undefined;
  };
  const first = await clientNow();
  now = 20_000;
  expect(await clientNow()).toBe(first);
  await client.patch(
    Secret,
    { namespace: "default", name: "kept-kubeconfig" },
    { type: "merge", body: { metadata: { labels: { turned: "over" } } } },
  );
  now = 29_999;
  expect(await clientNow()).toBe(first);
  const second = await clientNow("another");
  expect(second).not.toBe(first);
  expect(await clientNow("another")).toBe(second);
  now = 30_000;
  expect(await clientNow()).toBe(second);
  remote.close();
  client.close();
});

test("calls to a slow server are paused, also when its Secret changes", async () => {
  let now = 0;
  const client = createClient(env.credentials);
  // Between the start and the end of each call, time passes.
  const remote = new RemoteClusters({ client, now: () => (now += 15_000) });
  const key = { namespace: "default", name: "slow-kubeconfig" };
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "slow", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  const paused =
    "cannot GET /version: the API server of Cluster default/slow was so slow that calls to it are paused\n  help: check the load of the server and the network to it, or set limits.slowShare of the client";
  const found: string[] = [];
  for (let version = 0; version < 4; version++) {
    const body = { metadata: { labels: { version: String(version) } } };
    await client.patch(Secret, key, { type: "merge", body });
    const workload = await remote.connect(cluster("slow"));
    found.push(workload.connected ? "connected" : workload.message);
  }
  expect(found).toEqual(["connected", "connected", paused, paused]);
  remote.close();
  client.close();
});

test("the check of a server ends with the pass", async () => {
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client });
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "ended", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  const signal = AbortSignal.abort(new Error("the manager stops"));
  await expect(remote.connect(cluster("ended"), { signal })).rejects.toThrow("the manager stops");
  remote.close();
  client.close();
});

test("a server and a Secret that were looked at a moment ago are not asked again, and an unchanged kubeconfig is not read again", async () => {
  const client = createClient(env.credentials);
  let now = 0;
  const asked: string[] = [];
  const find = (...args: Parameters<typeof client.find>): unknown => {
    asked.push("Secret");
    return client.find(...args);
  };
  const request = async (...args: Parameters<typeof client.request>): Promise<unknown> => {
    const answer = await client.request(...args);
    asked.push(answer.text.includes('"data"') ? "Secret" : "its metadata");
    return answer;
  };
  const finding: typeof client = Object.create(client, { find: { value: find }, request: { value: request } });
  const remote = new RemoteClusters({ client: finding, now: () => now });
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "asked", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  for (const at of [0, 5000, 9999, 10_000, 15_000]) {
    now = at;
    expect((await remote.connect(cluster("asked"))).connected).toBe(true);
  }
  expect(asked).toEqual(["Secret", "its metadata"]);
  remote.close();
  client.close();
});

test("what is watched ends when the Secret has changed, and when it was deleted", async () => {
  const client = createClient(env.credentials);
  let now = 0;
  const remote = new RemoteClusters({ client, now: () => (now += 10_000) });
  const key = { namespace: "default", name: "turned-kubeconfig" };
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "turned", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  const ended = async (): Promise<AbortSignal | undefined> => {
    const workload = await remote.connect(cluster("turned"));
    return workload.connected ? workload.ended : undefined;
  };
  const first = await ended();
  expect((await ended())?.aborted).toBe(false);
  await client.patch(Secret, key, { type: "merge", body: { metadata: { labels: { turned: "over" } } } });
  const second = await ended();
  expect([first?.aborted, second?.aborted]).toEqual([true, false]);
  await client.delete(Secret, key);
  expect(await ended()).toBeUndefined();
  expect(second?.aborted).toBe(true);
  remote.close();
  client.close();
});
