// Steps of a simulation that runs for long: with `watch` they cost nothing while nothing changes, and with `onError` a broken object stops no other.
import { setTimeout as sleep } from "node:timers/promises";
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import type { ObjectKey } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCoreSim } from "./core-sim.ts";
import { DevCluster, devCrds } from "./play/dev-kinds.ts";

let env: EmbeddedEnv;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...devCrds()] });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

const key = (name: string): ObjectKey => ({ namespace: "default", name });

async function createCluster(name: string, kind: string): Promise<void> {
  const apiGroup = "infrastructure.cluster.x-k8s.io";
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key(name),
    spec: { infrastructureRef: { apiGroup, kind, name } },
  });
}

const phaseOf = async (name: string): Promise<string | undefined> =>
  (await client.get(Cluster, key(name))).status?.phase;

test("with `watch`, steps make no request while nothing changes, and see what does", async () => {
  await createCluster("a", "DevCluster");
  const sim = createCoreSim({ client, workloads: false, watch: true });
  const quiet = async (): Promise<boolean> => {
    await sim.step();
    await sleep(50);
    let requests = 0;
    const end = client.observe(() => {
      requests += 1;
    });
    for (let count = 0; count < 5; count++) await sim.step();
    end();
    return requests === 0;
  };
  await expect.poll(quiet).toBe(true);
  expect(await phaseOf("a")).toBe("Provisioning");
  await client.patch(Cluster, key("a"), { type: "merge", body: { spec: { paused: true } } });
  await expect.poll(async () => (await sim.step()).map(({ name }) => name)).toEqual(["a"]);
  await createCluster("b", "DevCluster");
  await expect
    .poll(async () => {
      await sim.step();
      return phaseOf("b");
    })
    .toBe("Provisioning");
  sim.close();
});

test("a step that is woken runs although nothing has changed", async () => {
  const sim = createCoreSim({ client, workloads: false, watch: true });
  let requests = 0;
  const end = client.observe(() => {
    requests += 1;
  });
  const rests = async (): Promise<boolean> => {
    const before = requests;
    await sim.step();
    return requests === before;
  };
  await expect.poll(rests, { interval: 50 }).toBe(true);
  sim.wake();
  const due = sim.due(AbortSignal.timeout(60_000)).then(() => "due");
  expect(await Promise.race([due, sleep(5000, "late")])).toBe("due");
  end();
  sim.close();
});

test("a clock that jumps forward makes due what is waited for, also under `watch`", async () => {
  let ahead = 0;
  const play = { infrastructure: 3_600_000 };
  const sim = createCoreSim({ client, workloads: false, watch: true, play, now: () => Date.now() + ahead });
  await createCluster("late", "DevCluster");
  const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta2";
  await client.create(DevCluster, { apiVersion, kind: "DevCluster", metadata: key("late") });
  const isProvisioned = async (): Promise<boolean | undefined> => {
    await sim.step();
    return (await client.get(DevCluster, key("late"))).status?.initialization?.provisioned;
  };
  await expect.poll(async () => (await isProvisioned()) ?? (await phaseOf("late"))).toBe("Provisioning");
  for (let count = 0; count < 5; count++) expect(await isProvisioned()).toBeUndefined();
  ahead = 3_600_000;
  await expect.poll(isProvisioned).toBe(true);
  sim.close();
});

test("with `onError`, an object that cannot be reconciled is reported, and the others are reconciled", async () => {
  await createCluster("broken", "BrokenCluster");
  await createCluster("working", "DevCluster");
  const errors: string[] = [];
  const onError = (error: Error, what: string): void => void errors.push(`${what}: ${error.message}`);
  const sim = createCoreSim({ client, workloads: false, onError });
  await sim.step();
  await sim.step();
  expect(errors).toEqual([expect.stringMatching(/^Cluster default\/broken: .*brokenclusters/)]);
  expect(await phaseOf("working")).toBe("Provisioning");
  sim.close();
});

test("with `watch`, one can wait for the next step that has something to do", async () => {
  let now = 0;
  const sim = createCoreSim({ client, workloads: false, watch: true, now: () => now });
  const end = new AbortController();
  let isDue = false;
  const wait = async (): Promise<void> => {
    isDue = false;
    await sim.due(end.signal);
    isDue = true;
  };
  const quiet = async (): Promise<boolean> => {
    await sim.step();
    void wait();
    await sleep(50);
    return !isDue;
  };
  await expect.poll(quiet).toBe(true);
  await createCluster("waited-for", "DevCluster");
  await expect.poll(() => isDue).toBe(true);
  await expect.poll(quiet).toBe(true);
  now += 60_000;
  await expect.poll(() => isDue).toBe(true);
  await expect.poll(quiet).toBe(true);
  end.abort();
  await expect.poll(() => isDue).toBe(true);
  sim.close();
});
