// The scripted core writes what the real one was seen to write in the same life: the record is made by `pnpm run e2e --record`
// from the audit log of a real API server, for a cluster of this provider's own template.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  clusterDeleted,
  coreCrds,
  createClient,
  createCoreSim,
  embeddedWorkloads,
  machinesRunning,
  type SimWrite,
  startProvider,
  startTestEnv,
} from "@capstan/controller-kit/testing";
import { Cluster, MachineDeployment } from "@capstan/api/core/v1beta2";
import { Namespace, pluralOfKind, type UnstructuredObject } from "@capstan/api";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { fieldPaths } from "../../../e2e/src/field-paths.ts";
import { detachedProcesses, endAllProcesses } from "../src/processes/detached-processes.ts";
import { provider } from "../src/provider.ts";
import { localCrds } from "./local-crds.ts";

const namespace = "life";
const key = { namespace, name: "first" };
const template = readFileSync(join(import.meta.dirname, "..", "templates", "cluster-template.yaml"), "utf8");
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../e2e/testdata/core-writes.json"), "utf8"),
) as Readonly<Record<string, readonly string[]>>;

/** Fields by resource; "deleted" stands for a deletion. */
function fieldsOf(writes: readonly SimWrite[]): Readonly<Record<string, readonly string[]>> {
  const byResource = Map.groupBy(writes, ({ kind }) => pluralOfKind(kind));
  const fields = (list: readonly SimWrite[]): string[] =>
    list.flatMap(({ verb, body }) => (verb === "delete" ? ["deleted"] : fieldPaths(body)));
  return Object.fromEntries(
    Array.from(byResource, ([resource, list]) => [resource, [...new Set(fields(list))].toSorted()]),
  );
}

/** The objects of the template; the values replace the defaults that it has. */
function manifests(): readonly UnstructuredObject[] {
  const values: Readonly<Record<string, string>> = {
    CLUSTER_NAME: key.name,
    NAMESPACE: namespace,
    KUBERNETES_VERSION: "v1.36.3",
    WORKER_MACHINE_COUNT: "2",
  };
  const source = template.replaceAll(
    /\$\{(\w+)(?::=([^}]*))?\}/g,
    (_variable, name: string, standard = "") => values[name] ?? standard,
  );
  return parseAllDocuments(source).map((document): UnstructuredObject => document.toJS());
}

test("the scripted core writes the fields that the real core was seen to write, and no others", async () => {
  await using stack = new AsyncDisposableStack();
  const env = await startTestEnv({ crds: [...coreCrds(), ...localCrds()] });
  stack.defer(() => env.stop());
  const client = createClient(env.credentials);
  stack.defer(() => client.close());
  const state = await mkdtemp(join(tmpdir(), "provider-local-writes-"));
  stack.defer(() => rm(state, { recursive: true }));
  stack.defer(() => endAllProcesses(state));
  stack.use(
    startProvider(provider, { credentials: env.credentials, services: { processes: detachedProcesses(state) } }),
  );
  // This provider plays its own Nodes, and makes the kubeconfig: no other Nodes must be played beside them.
  const nodes = stack.use(embeddedWorkloads());
  const sim = createCoreSim({ client, play: { nodes } });
  stack.defer(() => sim.close());
  // The machines are processes, which take a while to start on a busy computer.
  const patience = { idle: (): Promise<void> => sleep(20), maxSteps: 2000 };

  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  for (const object of manifests()) await client.create(await client.resourceFor(object), object);
  await sim.until(machinesRunning(key, 3), patience);
  const workers = { namespace, name: "first-workers" };
  for (const replicas of [3, 2]) {
    await client.patch(MachineDeployment, workers, { type: "merge", body: { spec: { replicas } } });
    await sim.until(machinesRunning(key, replicas + 1), patience);
  }
  for (const paused of [true, false]) {
    await client.patch(Cluster, key, { type: "merge", body: { spec: { paused } } });
    await sim.step();
  }
  await client.delete(Cluster, key);
  await sim.until(clusterDeleted(key), patience);
  expect(sim.writes.filter(({ by }) => by === "nodes")).toEqual([]);
  // The real core's webhooks set defaults inside the API server, where they are no writes of their own.
  expect(fieldsOf(sim.writes.filter(({ by }) => by === "core"))).toEqual(recorded);
});
