// (a) The life of a cluster of provider-local under the real core: created from our template, scaled, paused, its manager
// killed at every named point, deleted. Run once for each contract, on management clusters of their own.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine } from "@capstan/contract";
import { Secret } from "@capstan/kube/builtin";
import { type Assassin, startAssassin } from "../src/assassin.ts";
import { eventually, mustEqual, throughout } from "../src/eventually.ts";
import type { KillPoint } from "../src/kill-points.ts";
import { localKinds, saysProvisioned } from "../src/local-kinds.ts";
import {
  createWorkload,
  deleteWorkload,
  localMachinesOf,
  machinesOf,
  processesNow,
  scaleWorkers,
  workloadRunning,
  type WorkloadPlace,
} from "../src/local-workload.ts";
import { machineProcesses } from "../src/machine-processes.ts";
import type { RunStep } from "../src/scenario.ts";
import { workloadNodes } from "../src/workload-cluster.ts";

/** Where provider-local's manager runs. */
export const localManager = {
  namespace: "infrastructure-local-system",
  name: "infrastructure-local-controller-manager",
};

/** Runs the scenario. */
export async function life(place: WorkloadPlace, step: RunStep): Promise<void> {
  await step("create from clusterctl's template: 3 Machines run, each one process and one Node", async () => {
    await createWorkload(place);
    await workloadRunning(place, 3);
  });
  await step("the label written in the bootstrap data is on the Nodes", () => bootstrapLabel(place));
  await step("scale the MachineDeployment to three", async () => {
    await scaleWorkers(place, 3);
    await workloadRunning(place, 4);
  });
  await step("pause holds everything still, deletion included", () => pauseHolds(place));
  const assassin = await step("put a webhook in front of LocalMachines that kills the manager", () =>
    startAssassin(place.management, localManager),
  );
  try {
    await killedWhileCreating(place, { step, assassin, point: "process started, providerID unwritten", replicas: 4 });
    await killedWhileCreating(place, { step, assassin, point: "providerID written, status not", replicas: 5 });
    await step('kill -9 at "during deletion": the machine goes, no other does', () =>
      killedWhileDeleting(place, assassin),
    );
  } finally {
    await assassin.stop();
  }
  await step("delete: every process ends, only the bootstrap Secret is left", () => deleteAll(place));
}

async function bootstrapLabel(place: WorkloadPlace): Promise<void> {
  const nodes = await workloadNodes(place.management, place);
  const secrets = await bootstrapSecrets(place);
  const wanted = JSON.parse(atob(secrets[0]?.data?.["value"] ?? "e30=")) as { nodeLabels?: Record<string, string> };
  const entries = Object.entries(wanted.nodeLabels ?? {});
  if (entries.length === 0) throw new Error("the template's bootstrap data names no node label");
  const missing = nodes.filter((node) => entries.some(([key, value]) => node.metadata.labels?.[key] !== value));
  mustEqual(
    "Nodes without the label",
    missing.map((node) => node.metadata.name),
    [],
  );
}

/** The Secrets that the user made: not the kubeconfig, which belongs to the Cluster. */
async function bootstrapSecrets({ management, namespace, name }: WorkloadPlace): Promise<Secret[]> {
  const { items } = await management.local.client.listAll(Secret, { namespace });
  return items.filter((secret) => secret.metadata.name !== `${name}-kubeconfig`);
}

async function pauseHolds(place: WorkloadPlace): Promise<void> {
  const { management, namespace, name, stateFolder } = place;
  const { client } = management.local;
  const setPaused = (paused: boolean): Promise<unknown> =>
    client.patch(Cluster, { namespace, name }, { type: "merge", body: { spec: { paused } } });
  await setPaused(true);
  const kinds = localKinds("v1beta1");
  await eventually({
    what: "every LocalMachine to say Paused",
    read: () => localMachinesOf(place, kinds),
    until: (machines) =>
      machines.every((machine) =>
        machine.status?.conditions?.some(({ type, status }) => type === "Paused" && status === "True"),
      ),
  });
  const worker = (await machinesOf(place)).find((machine) => !isControlPlaneMachine(machine));
  const victim = worker?.spec.infrastructureRef.name ?? "";
  await client.delete(kinds.machine, { namespace, name: victim });
  // The deletion is a new generation, which the condition of the pause records once.
  await eventually({
    what: "the pause to be recorded for the deleted LocalMachine",
    read: async () => (await localMachinesOf(place, kinds)).find(({ metadata }) => metadata.name === victim),
    until: (machine) =>
      machine?.status?.conditions?.some(
        ({ type, observedGeneration }) => type === "Paused" && observedGeneration === machine.metadata.generation,
      ) === true,
  });
  const processes = processesNow(stateFolder);
  const versions = async (): Promise<string[]> =>
    (await localMachinesOf(place, kinds)).map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
  const before = await versions();
  await throughout({
    what: "stillness while paused",
    read: async () => ({ versions: await versions(), processes: processesNow(stateFolder) }),
    until: (now) => JSON.stringify(now) === JSON.stringify({ versions: before, processes }),
    within: 5,
  });
  await removeMachineOf(place, victim);
  await setPaused(false);
  await eventually({
    what: "the deleted machine's process to end after the pause",
    read: async () => machineProcesses(stateFolder),
    until: (left) => left.every(({ id }) => !id.endsWith(`/${victim}`)),
  });
  await workloadRunning(place, 4);
}

/** Deletes the Machine of a LocalMachine, so that its set makes another. */
async function removeMachineOf(place: WorkloadPlace, infraMachine: string): Promise<void> {
  const owner = (await machinesOf(place)).find((machine) => machine.spec.infrastructureRef.name === infraMachine);
  await place.management.local.client.delete(Machine, { namespace: place.namespace, name: owner?.metadata.name ?? "" });
}

interface Killing {
  readonly step: RunStep;
  readonly assassin: Assassin;
  readonly point: KillPoint;
  readonly replicas: number;
}

async function killedWhileCreating(place: WorkloadPlace, { step, assassin, point, replicas }: Killing): Promise<void> {
  await step(`kill -9 at "${point}": one process per machine`, async () => {
    const before = processesNow(place.stateFolder);
    assassin.arm(point);
    await scaleWorkers(place, replicas);
    const victim = await assassin.struck();
    await workloadRunning(place, replicas + 1);
    const after = processesNow(place.stateFolder);
    mustEqual(
      "processes that were there before and have ended",
      before.filter((one) => !after.includes(one)),
      [],
    );
    mustEqual(
      `processes of ${victim}`,
      machineProcesses(place.stateFolder).filter(({ id }) => id.endsWith(`/${victim}`)).length,
      1,
    );
  });
}

async function killedWhileDeleting(place: WorkloadPlace, assassin: Assassin): Promise<void> {
  const before = processesNow(place.stateFolder);
  assassin.arm("during deletion");
  await scaleWorkers(place, 2);
  const victim = await assassin.struck();
  await workloadRunning(place, 3);
  await eventually({
    what: `LocalMachine ${victim} to be deleted`,
    read: () => localMachinesOf(place),
    until: (machines) =>
      machines.length === 3 &&
      machines.every((machine) => machine.metadata.name !== victim && saysProvisioned(machine)),
  });
  const after = processesNow(place.stateFolder);
  mustEqual(
    "processes that were started again",
    after.filter((one) => !before.includes(one)),
    [],
  );
}

async function deleteAll(place: WorkloadPlace): Promise<void> {
  const secrets = (await bootstrapSecrets(place)).map((secret) => secret.metadata.name);
  await deleteWorkload(place);
  const { client } = place.management.local;
  const kinds = localKinds("v1beta1");
  const namespace = place.namespace;
  await eventually({
    what: "nothing but the bootstrap Secret to be left",
    read: async () => {
      const machines = (await client.listAll(kinds.machine, { namespace })).items;
      const clusters = (await client.listAll(kinds.cluster, { namespace })).items;
      const left = (await client.listAll(Secret, { namespace })).items;
      return {
        objects: [...machines, ...clusters].map((object) => object.metadata.name),
        secrets: left.map((secret) => secret.metadata.name),
      };
    },
    until: (left) => left.objects.length === 0 && JSON.stringify(left.secrets) === JSON.stringify(secrets),
  });
}
