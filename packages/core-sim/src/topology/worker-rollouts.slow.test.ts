// Upgrades of a topology replace the machines of workers, one MachineDeployment after the other, and the templates of workers are deleted with what uses them.
import { KubeadmConfigTemplate } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

const ofCluster = (): { namespace: string; labelSelector: string } => ({
  namespace: rig.key.namespace,
  labelSelector: `cluster.x-k8s.io/cluster-name=${rig.key.name}`,
});

const upgradeConcurrency = "topology.cluster.x-k8s.io/upgrade-concurrency";

function named(names: readonly string[]): object {
  return { machineDeployments: names.map((name) => ({ class: "worker", name, replicas: 1 })) };
}

/** The versions of the machines of workers, each once. */
async function machineVersions(): Promise<readonly string[]> {
  const { items } = await rig.client.listAll(Machine, ofCluster());
  const workers = items.filter(({ metadata }) => metadata.labels?.["cluster.x-k8s.io/deployment-name"] !== undefined);
  return [...new Set(workers.map(({ spec }) => spec.version ?? ""))].toSorted();
}

/** The names of the templates of bootstrap configs of the Cluster. */
async function configTemplates(): Promise<readonly string[]> {
  const { items } = await rig.client.listAll(KubeadmConfigTemplate, ofCluster());
  return items.map(({ metadata }) => metadata.name ?? "").toSorted();
}

test.each([{ most: 1 }, { most: 2 }])(
  "hooks wait until machines are replaced, of $most deployments at once",
  async ({ most }) => {
    await rig.createRunning();
    await rig.patch({ metadata: { annotations: { [upgradeConcurrency]: String(most) } } });
    await rig.setTopology({ workers: named(["md", "other"]) });
    await rig.untilTopology("True");
    rig.hooks.takeNames();
    await rig.setTopology({ version: "v1.36.0" });
    const upgrading = new Set<number>();
    let versionsBefore: readonly string[] = [];
    const isCalled = async (): Promise<boolean> => {
      const names = /MachineDeployments? ([\w-]+(?:, [\w-]+)*) upgrading/.exec(await rig.topologyReconciled());
      if (names !== null) upgrading.add(names[1]?.split(", ").length ?? 0);
      if (!rig.hooks.calls.some((call) => call.startsWith("AfterWorkersUpgrade"))) return false;
      versionsBefore = await machineVersions();
      return true;
    };
    await rig.sim.until(
      { name: "AfterWorkersUpgrade", holds: isCalled },
      { idle: () => Promise.resolve(), maxSteps: 2000 },
    );
    expect(versionsBefore).toEqual(["v1.36.0"]);
    expect(Math.max(...upgrading)).toBe(most);
    await rig.untilTopology("True");
    expect(rig.hooks.takeNames().at(-1)).toBe("AfterClusterUpgrade");
  },
);

test("a template that no set uses any more is deleted, and so are those of workers that the topology names no more", async () => {
  await rig.createRunning();
  const [before = "", ...none] = await configTemplates();
  expect(none).toEqual([]);
  const template = await rig.client.get(KubeadmConfigTemplate, { ...rig.key, name: before });
  const { labels } = template.metadata;
  const name = `${rig.key.name}-later`;
  const metadata = { namespace: rig.key.namespace, name, ...(labels === undefined ? {} : { labels }) };
  await rig.client.create(KubeadmConfigTemplate, { ...template, metadata });
  const [deployment] = await rig.workers();
  const body = { spec: { template: { spec: { bootstrap: { configRef: { name } } } } } };
  await rig.client.patch(
    MachineDeployment,
    { ...rig.key, name: deployment?.metadata.name ?? "" },
    { type: "merge", body },
  );
  await rig.steps(1);
  expect(await configTemplates()).toEqual([before, name].toSorted());
  const holds = async (wanted: readonly string[]): Promise<boolean> =>
    (await configTemplates()).join() === wanted.join();
  const patience = { idle: () => Promise.resolve(), maxSteps: 2000 };
  await rig.sim.until({ name: "the old template is deleted", holds: () => holds([name]) }, patience);
  expect((await rig.client.listAll(MachineSet, ofCluster())).items).toHaveLength(1);
  await rig.setTopology({ workers: null });
  await rig.sim.until({ name: "both are deleted", holds: () => holds([]) }, patience);
  await rig.sim.until(
    {
      name: "no set is left",
      holds: async () => (await rig.client.listAll(MachineSet, ofCluster())).items.length === 0,
    },
    patience,
  );
});
