// Errors of the server and lost connections: the scripted core tries again in the next step, as a real controller does.
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { startTestEnv, type EmbeddedEnv, type Fault, type FaultMatch } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createCoreSim, type CoreSim } from "./core-sim.ts";

const key = { namespace: "default", name: "c" };
const idle = async (): Promise<void> => undefined;
let env: EmbeddedEnv;
let client: Client;
let sim: CoreSim;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(async () => {
  sim = createCoreSim({ client, workloads: false });
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key,
    spec: { paused: false },
  });
});
afterEach(async () => {
  env.faults.clear();
  await client.delete(Cluster, key);
  await sim.until(
    { name: "deleted", holds: async () => (await client.find(Cluster, key)) === undefined },
    { idle, maxSteps: 5 },
  );
});

const phased = {
  name: "the Cluster has a phase",
  holds: async () => (await client.get(Cluster, key)).status?.phase !== undefined,
};

test.each<[string, FaultMatch, Fault]>([
  ["a conflict", { verb: "patch", plural: "clusters" }, { reason: "Conflict", times: 2 }],
  ["an error of the server", { verb: "patch", plural: "clusters" }, { reason: "InternalError", times: 2 }],
  ["a rate limit", { verb: "list", plural: "machines" }, { reason: "TooManyRequests", times: 2 }],
  ["a list that fails", { verb: "list", plural: "clusters" }, { reason: "ServiceUnavailable", times: 1 }],
  ["a read of the goal that fails", { verb: "get", plural: "clusters" }, { reason: "InternalError", times: 1 }],
])("%s ends the reconcile, and the next step repeats it", async (_, match, fault) => {
  env.faults.inject(match, fault);
  await expect(sim.until(phased, { idle, maxSteps: 10 })).resolves.toBeUndefined();
});

test("an error that stays is part of the goal's error", async () => {
  env.faults.inject({ verb: "patch", plural: "clusters" }, { reason: "InternalError" });
  await expect(sim.until(phased, { idle, maxSteps: 2 })).rejects.toThrow(
    expect.objectContaining({
      code: "core-sim/goal",
      message: `"the Cluster has a phase" was not reached in 2 steps
  Cluster default/c is without a phase
  the last reconcile of Cluster default/c failed: cannot patch Cluster default/c: injected fault: InternalError`,
    }),
  );
});

test("a rejection that stays as it is ends the step", async () => {
  env.faults.inject({ verb: "patch", plural: "clusters" }, { reason: "Forbidden", times: 1 });
  await expect(sim.step()).rejects.toMatchObject({ code: "client/forbidden" });
});
