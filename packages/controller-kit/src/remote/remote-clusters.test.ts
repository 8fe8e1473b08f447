// Workload clusters by their kubeconfig Secret: connected, missing, invalid, unreachable, and changed.
import { createClient } from "@capstan/client";
import { kubeconfigSecret } from "@capstan/contract";
import { formatKubeconfig, type KubeObject } from "@capstan/kube";
import { Namespace, Secret } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RemoteClusters } from "./remote-clusters.ts";

let env: TestEnv;
beforeAll(async () => {
  env = await startTestEnv();
}, 120_000);
afterAll(() => env.stop());

const cluster = (name: string): KubeObject => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { namespace: "default", name },
});

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

test("a valid kubeconfig gives a working client", async () => {
  expect(await connect("good", env.kubeconfig())).toBe("connected, reads Namespace default");
});

test("a stopped server is unreachable", async () => {
  expect(await connect("gone", formatKubeconfig({ ...env.credentials, server: "https://127.0.0.1:1" }))).toMatch(
    /^Unreachable: /,
  );
}, 60_000);

test("concurrent passes share one client", async () => {
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client });
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "shared", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  const workloads = await Promise.all([1, 2, 3].map(() => remote.connect(cluster("shared"))));
  expect(new Set(workloads.map((workload) => workload.connected && workload.client)).size).toBe(1);
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

test("the client is kept until the Secret changes", async () => {
  const client = createClient(env.credentials);
  const remote = new RemoteClusters({ client });
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: "kept", namespace: "default", kubeconfig: env.kubeconfig() }),
  );
  const clientNow = async (): Promise<unknown> => {
    const workload = await remote.connect(cluster("kept"));
    return workload.connected ? workload.client : undefined;
  };
  const first = await clientNow();
  expect(await clientNow()).toBe(first);
  await client.patch(
    Secret,
    { namespace: "default", name: "kept-kubeconfig" },
    { type: "merge", body: { metadata: { labels: { turned: "over" } } } },
  );
  expect(await clientNow()).not.toBe(first);
  remote.close();
  client.close();
});
