// How the work of a simulation with watches grows with its size: with the number of machines, and not with its square.
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { Machine } from "@capstan/api/core/v1beta2";
import { createClient } from "@capstan/client";
import { startTestEnv } from "@capstan/testenv";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPlayedCluster } from "../test/played-cluster.ts";
import { createCoreSim } from "./core-sim.ts";
import { machinesRunning } from "./goals.ts";
import { devCrds } from "./play/dev-kinds.ts";
import { workloadServers } from "./play/workload-servers.ts";

interface Work {
  /** The requests until all machines run. */
  readonly requests: number;
  /** Those after a change of one Machine. */
  readonly requestsOfChange: number;
}

async function workFor(replicas: number): Promise<Work> {
  await using env = await startTestEnv({
    backend: "embedded",
    crds: [...coreCrds(), ...kubeadmCrds(), ...devCrds()],
  });
  await using nodes = workloadServers(() => startTestEnv({ backend: "embedded" }));
  const client = createClient(env.credentials);
  const own = createClient(env.credentials);
  let requests = 0;
  own.observe(() => void (requests += 1));
  const play = { bootstrap: true, controlPlane: true, infrastructure: 1, nodes };
  const sim = createCoreSim({ client: own, watch: true, play });
  await createPlayedCluster(client, "default", replicas);
  const goal = machinesRunning({ namespace: "default", name: "c" }, replicas + 1);
  while (!(await goal.holds(client))) {
    await sim.step();
    await sleep(10);
  }
  const untilRunning = requests;
  const isQuiet = async (): Promise<boolean> => {
    requests = 0;
    await sim.step();
    await sleep(100);
    return requests === 0 && (await sim.step()).length === 0;
  };
  await expect.poll(isQuiet).toBe(true);
  const [machine] = (await client.listAll(Machine)).items;
  requests = 0;
  const labels = { changed: "by-somebody" };
  const name = machine?.metadata.name ?? "";
  await client.patch(Machine, { namespace: "default", name }, { type: "merge", body: { metadata: { labels } } });
  await expect
    .poll(async () => {
      await sim.step();
      return requests;
    })
    .toBeGreaterThan(0);
  const requestsOfChange = requests;
  sim.close();
  own.close();
  client.close();
  return { requests: untilRunning, requestsOfChange };
}

test("four times as many machines are no more than four times as many requests, and one change costs the same", async () => {
  const [few, many] = [await workFor(10), await workFor(40)];
  expect(many.requests / few.requests).toBeLessThan(4.2);
  expect(many.requestsOfChange).toBeLessThanOrEqual(few.requestsOfChange + 2);
});
