// A cluster whose workers are told by LocalConfigs how to start; everything else is played. It lives, and is deleted whole.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { resourceOf, type UnstructuredObject } from "@capstan/api";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import {
  type Client,
  clusterDeleted,
  coreCrds,
  createCoreSim,
  devCrds,
  embeddedWorkloads,
  kubeadmCrds,
  machinesRunning,
  startProvider,
  startTestEnv,
} from "@capstan/controller-kit/testing";
import { expect, test } from "vitest";
import { LocalConfig } from "../src/api/v1beta1/local-config.ts";
import { provider } from "../src/provider.ts";

const crdFolder = join(import.meta.dirname, "..", "generated", "crds");
const crds = readdirSync(crdFolder)
  .filter((name) => name.endsWith(".json"))
  .map((name): object => JSON.parse(readFileSync(join(crdFolder, name), "utf8")));
const key = { namespace: "default", name: "one" };
const infrastructure = "infrastructure.cluster.x-k8s.io";
const machines = { apiGroup: infrastructure, kind: "DevMachineTemplate", name: "machines" };
const version = "v1.36.3";

/** Kind, apiVersion, name and spec of all objects of the cluster. */
const objects: readonly (readonly [string, string, string, object])[] = [
  ["DevCluster", `${infrastructure}/v1beta2`, "one", {}],
  ["DevMachineTemplate", `${infrastructure}/v1beta2`, "machines", { template: { spec: {} } }],
  [
    "LocalConfigTemplate",
    "bootstrap.cluster.x-k8s.io/v1beta1",
    "workers",
    { template: { spec: { nodeLabels: { tier: "gold" } } } },
  ],
  [
    "KubeadmControlPlane",
    "controlplane.cluster.x-k8s.io/v1beta2",
    "one",
    { version, machineTemplate: { spec: { infrastructureRef: machines } } },
  ],
  [
    "Cluster",
    "cluster.x-k8s.io/v1beta2",
    "one",
    {
      infrastructureRef: { apiGroup: infrastructure, kind: "DevCluster", name: "one" },
      controlPlaneRef: { apiGroup: "controlplane.cluster.x-k8s.io", kind: "KubeadmControlPlane", name: "one" },
    },
  ],
  [
    "MachineDeployment",
    "cluster.x-k8s.io/v1beta2",
    "workers",
    {
      clusterName: "one",
      replicas: 2,
      selector: { matchLabels: {} },
      template: {
        spec: {
          clusterName: "one",
          version,
          bootstrap: {
            configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "LocalConfigTemplate", name: "workers" },
          },
          infrastructureRef: machines,
        },
      },
    },
  ],
];

async function createAll(client: Client): Promise<void> {
  for (const [kind, apiVersion, name, spec] of objects) {
    const metadata = { namespace: key.namespace, name };
    await client.create(resourceOf<UnstructuredObject>(apiVersion, kind), { apiVersion, kind, metadata, spec });
  }
}

test("workers start with the data of their LocalConfigs, in a cluster that is played otherwise", async () => {
  await using stack = new AsyncDisposableStack();
  const env = await startTestEnv({ crds: [...coreCrds(), ...kubeadmCrds(), ...devCrds(), ...crds] });
  stack.defer(() => env.stop());
  const nodes = stack.use(embeddedWorkloads());
  const { client } = stack.use(startProvider(provider, { credentials: env.credentials, services: {} }));
  const sim = createCoreSim({ client, play: { bootstrap: true, controlPlane: true, infrastructure: 1, nodes } });
  stack.defer(() => sim.close());
  const patience = { idle: (): Promise<void> => sleep(20), maxSteps: 1000 };

  await createAll(client);
  await sim.until(machinesRunning(key, 3), patience);
  const configs = (await client.listAll(LocalConfig)).items;
  expect(configs.map(({ spec }) => spec?.nodeLabels)).toEqual([{ tier: "gold" }, { tier: "gold" }]);
  const used = (await client.listAll(Machine)).items.map(({ spec }) => spec.bootstrap.dataSecretName);
  expect(used).toEqual(expect.arrayContaining(configs.map(({ status }) => status?.dataSecretName)));

  await client.delete(Cluster, key);
  await sim.until(clusterDeleted(key), patience);
  expect((await client.listAll(LocalConfig)).items).toEqual([]);
});
