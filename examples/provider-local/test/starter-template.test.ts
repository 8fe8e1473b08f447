// The cluster template of the starter, unedited, with the starter's provider: the kubeadm providers and the Nodes are played. It lives, is
// scaled, and is deleted whole.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { UnstructuredObject } from "@capstan/api";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Cluster, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import {
  clusterDeleted,
  clusterProvisioned,
  coreCrds,
  createCoreSim,
  embeddedWorkloads,
  kubeadmCrds,
  machinesRunning,
  startProvider,
  startTestEnv,
} from "@capstan/controller-kit/testing";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { memoryCloud } from "../../provider-starter/src/cloud.ts";
import { provider } from "../../provider-starter/src/provider.ts";
import { StarterMachine } from "../../provider-starter/src/api/v1beta1/starter-machine.ts";

const starter = join(import.meta.dirname, "../../provider-starter");
const crdFolder = join(starter, "generated/crds");
const crds = readdirSync(crdFolder)
  .filter((name) => name.endsWith(".json"))
  .map((name): object => JSON.parse(readFileSync(join(crdFolder, name), "utf8")));
const key = { namespace: "default", name: "one" };
const variables: Readonly<Record<string, string>> = {
  CLUSTER_NAME: key.name,
  NAMESPACE: key.namespace,
  KUBERNETES_VERSION: "v1.36.3",
  CONTROL_PLANE_MACHINE_COUNT: "1",
  WORKER_MACHINE_COUNT: "1",
};

function manifests(): readonly UnstructuredObject[] {
  const template = readFileSync(join(starter, "templates/cluster-template.yaml"), "utf8");
  const filled = template.replaceAll(
    /\$\{(\w+)(?::=([^}]*))?\}/g,
    (_variable, name: string, standard = "") => variables[name] ?? standard,
  );
  return parseAllDocuments(filled).map((document): UnstructuredObject => document.toJS());
}

test("the starter's template lives, is scaled, and is deleted whole", async () => {
  await using stack = new AsyncDisposableStack();
  const env = await startTestEnv({ crds: [...coreCrds(), ...kubeadmCrds(), ...crds] });
  stack.defer(() => env.stop());
  const workloads = stack.use(embeddedWorkloads());
  const running = startProvider(provider, { credentials: env.credentials, services: { cloud: memoryCloud() } });
  stack.use(running);
  const { client } = running;
  const play = { bootstrap: true, controlPlane: true, nodes: workloads };
  const sim = createCoreSim({ client, play });
  stack.defer(() => sim.close());
  const patience = { idle: (): Promise<void> => sleep(20), maxSteps: 1000 };

  for (const object of manifests()) await client.create(await client.resourceFor(object), object);
  await sim.until(clusterProvisioned(key), patience);
  await sim.until(machinesRunning(key, 2), patience);

  const workers = { namespace: key.namespace, name: `${key.name}-workers` };
  const controlPlane = { namespace: key.namespace, name: `${key.name}-control-plane` };
  await client.patch(MachineDeployment, workers, { type: "merge", body: { spec: { replicas: 3 } } });
  await client.patch(KubeadmControlPlane, controlPlane, { type: "merge", body: { spec: { replicas: 3 } } });
  await sim.until(machinesRunning(key, 6), patience);
  const nodes = (await client.listAll(Machine)).items.map(({ status }) => status?.nodeRef?.name);
  expect(new Set(nodes).size).toBe(6);

  await client.delete(Cluster, key);
  await sim.until(clusterDeleted(key), patience);
  await sim.step();
  expect((await client.listAll(StarterMachine)).items).toEqual([]);
  expect([...workloads.servers.keys()]).toEqual([]);
});
