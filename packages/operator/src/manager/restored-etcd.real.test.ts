// A manager whose API server comes back with an etcd from a backup. Scripted servers cannot show this: kube-apiserver accepts a watch from a
// version that it has not reached, and is silent.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, createClient, type RenewableCredentials, systemClock } from "@capstan/client";
import type { ClusterCredentials } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { freePort } from "@capstan/testenv/host";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createManager } from "./manager.ts";

/** Twenty times as fast as the system clock. */
const fastClock: Clock = {
  ...systemClock,
  now: () => performance.now() * 20,
  after: (ms, call) => systemClock.after(ms / 20, call),
};

let scratch = "";
let env: TestEnv | undefined;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "capstan-restored-"));
});
afterEach(async () => {
  await env?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const keys = Array.from({ length: 20 }, (_, i) => ({ namespace: "default", name: `f${i}` }));

function configMap(key: (typeof keys)[number], value: string): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { value } };
}

/** With its modes: the control plane does not use files that others could open. */
function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}

test("a server whose etcd was restored to an older version costs no later change (F18)", async () => {
  const port = await freePort();
  const [folder, backup] = [join(scratch, "server"), join(scratch, "backup")];
  mkdirSync(folder, { mode: 0o700 });
  let current: ClusterCredentials = { server: "" };
  const startServer = async (): Promise<void> => {
    env = await startTestEnv({ backend: "envtest", envtest: { folder, port } });
    current = env.credentials;
  };
  /** Writes these values into every object, one after the other. */
  const write = async (...values: readonly string[]): Promise<void> => {
    const client = createClient(current);
    for (const value of values)
      await Promise.all(keys.map((key) => client.patch(ConfigMap, key, { type: "merge", body: { data: { value } } })));
    client.close();
  };
  await startServer();
  const first = createClient(current);
  for (const key of keys) await first.create(ConfigMap, configMap(key, "in the backup"));
  first.close();
  await env?.stop();
  copy(join(folder, "etcd"), backup);

  await startServer();
  // Each start has certificates of its own.
  const renewable = (): RenewableCredentials => ({ ...current, renew: async () => renewable() });
  const client = createClient(renewable());
  const manager = createManager({ client, clock: fastClock, log: silentLogger });
  const seen = new Map<string, string | undefined>();
  manager.addController({
    name: "config",
    for: ConfigMap,
    minInterval: "0s",
    reconcile: async (key, { cache }) => {
      if (key.namespace === "default") seen.set(key.name, cache.get(ConfigMap, key)?.data?.["value"]);
    },
  });
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  /** Waits until every object was reconciled with a value. */
  const isReconciled = (value: string): Promise<void> =>
    expect
      .poll(() => keys.filter(({ name }) => seen.get(name) !== value), { timeout: 20_000, interval: 100 })
      .toEqual([]);
  // Far beyond what the server itself writes when it starts.
  await write(...Array.from({ length: 50 }, (_, i) => `${i}`), "lost");
  await isReconciled("lost");

  await env?.stop();
  rmSync(join(folder, "etcd"), { recursive: true });
  copy(backup, join(folder, "etcd"));
  await startServer();
  await isReconciled("in the backup");
  await write("later");
  await isReconciled("later");
  stop.abort();
  await ended;
  client.close();
});
