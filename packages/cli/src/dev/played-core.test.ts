// What the simulated core of dev prints about what it cannot do: once, however often it tries again.
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { ApiError, createClient } from "@capstan/client";
import { startTestEnv } from "@capstan/testenv";
import { expect, onTestFinished, test, vi } from "vitest";
import { startPlayedCore } from "./played-core.ts";

test("a Cluster whose status is rejected is one line for each controller that writes it", async () => {
  const env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const lines: string[] = [];
  const patch = vi.spyOn(client, "patch").mockImplementation(() => {
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 403 } as const;
    const message = 'admission webhook "a.b" denied the request: no';
    throw new ApiError({ doing: "patch", status: { ...status, reason: "Forbidden", message } });
  });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "one", namespace: "default" },
    spec: { topology: { classRef: { name: "missing" }, version: "v1.35.0" } },
  });
  const { stop } = startPlayedCore({ client, note: (line) => lines.push(line) });
  onTestFinished(async () => {
    await stop();
    client.close();
    await env.stop();
  });
  await expect.poll(() => patch.mock.calls.length, { timeout: 60_000 }).toBeGreaterThan(6);
  const denied = 'cannot patch: admission webhook "a.b" denied the request: no';
  const failed = "ClusterClass missing does not exist; the condition TopologyReconciled cannot say so:";
  const of = "core (simulated): Cluster default/one:";
  expect(lines.filter((line) => line.startsWith(of))).toEqual([`${of} ${denied}`, `${of} ${failed} ${denied}`]);
});
