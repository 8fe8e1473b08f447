// The clock of a simulation: every time that it writes is of that clock, together with those that the server sets.
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { createClient } from "@capstan/client";
import { startTestEnv } from "@capstan/testenv";
import { expect, test } from "vitest";
import { createPlayedCluster } from "../test/played-cluster.ts";
import { createCoreSim } from "./core-sim.ts";
import { clusterDeleted, machinesRunning } from "./goals.ts";
import { devCrds } from "./play/dev-kinds.ts";
import { workloadServers } from "./play/workload-servers.ts";

const key = { namespace: "default", name: "c" };

/** The days of all times in a value. */
function daysIn(value: unknown): readonly string[] {
  const days = JSON.stringify(value).matchAll(/"(\d{4}-\d\d-\d\d)T[\d:.]+Z"/g);
  return [...new Set([...days].map(([, day = ""]) => day))].toSorted();
}

test("all times that are written are of its clock, until the cluster is deleted", async () => {
  let now = Date.parse("2030-01-01T12:00:00Z");
  const embedded = { now: () => now };
  const crds = [...coreCrds(), ...kubeadmCrds(), ...devCrds()];
  await using env = await startTestEnv({ backend: "embedded", crds, embedded });
  await using nodes = workloadServers(() => startTestEnv({ backend: "embedded", embedded }));
  const client = createClient(env.credentials);
  const play = { bootstrap: true, controlPlane: true, infrastructure: true, nodes };
  const sim = createCoreSim({ client, now: () => now, play });
  const idle = async (): Promise<void> => void (now += 1000);
  await createPlayedCluster(client, key.namespace, 1);
  await sim.until(machinesRunning(key, 2), { idle });
  const machines = await client.listAll(Machine);
  expect(daysIn([sim.writes, machines])).toEqual(["2030-01-01"]);
  const { length } = sim.writes;
  now = Date.parse("2030-02-01T12:00:00Z");
  await client.delete(Cluster, key);
  await sim.until(clusterDeleted(key), { idle });
  expect(daysIn(sim.writes.slice(length))).toContain("2030-02-01");
  expect(daysIn(sim.writes)).toEqual(["2030-01-01", "2030-02-01"]);
  sim.close();
  client.close();
});
