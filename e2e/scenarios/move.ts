// (d) clusterctl move, twice: directly, and by way of a directory. What must never happen is that a process ends or starts
// because of a move; what must happen is that the manager of the target takes over as if it had always been there.
import { join } from "node:path";
import { Cluster } from "@capstan/api/core/v1beta2";
import type { Resource } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import { eventually, mustEqual, sleep } from "../src/eventually.ts";
import { localKinds, saysProvisioned } from "../src/local-kinds.ts";
import {
  createWorkload,
  deleteWorkload,
  localMachinesOf,
  processesNow,
  scaleWorkers,
  workloadRunning,
  type WorkloadPlace,
} from "../src/local-workload.ts";
import { moveDirectly, moveFromFolder, moveToFolder } from "../src/move.ts";
import type { ManagementCluster } from "../src/management-cluster.ts";
import type { RunStep } from "../src/scenario.ts";
import { localManager } from "./life.ts";

/** The two management clusters, and where workloads go. */
export interface MoveScenario {
  readonly source: ManagementCluster;
  readonly target: ManagementCluster;
  readonly folder: string;
  readonly stateFolder: string;
}

const coreManager = { namespace: "capi-system", name: "capi-controller-manager" };

/** Runs the scenario. */
export async function move(scenario: MoveScenario, step: RunStep): Promise<void> {
  await direct(scenario, step);
  await byFolder(scenario, step);
}

async function direct({ source, target, stateFolder }: MoveScenario, step: RunStep): Promise<void> {
  const namespace = "moved";
  const from: WorkloadPlace = { management: source, namespace, name: "direct", stateFolder };
  const to: WorkloadPlace = { ...from, management: target };
  const before = await step("direct: a cluster runs on the source", () => running(from));
  await step("direct: clusterctl move empties the source", async () => {
    await moveDirectly({ from: source, to: target, namespace });
    await sourceIsEmpty(from);
  });
  await step("direct: the same processes and provider IDs; status rebuilt by our manager", () => tookOver(to, before));
  await step("direct: scaling up works on the target", () => scalesUp(to, before));
  await step("direct: deletion on the target ends every process", () => deleteWorkload(to));
}

async function byFolder({ source, target, folder, stateFolder }: MoveScenario, step: RunStep): Promise<void> {
  const namespace = "archived";
  const from: WorkloadPlace = { management: source, namespace, name: "by-folder", stateFolder };
  const to: WorkloadPlace = { ...from, management: target };
  const before = await step("by directory: a cluster runs on the source", () => running(from));
  const archive = join(folder, "archive");
  await step("by directory: clusterctl move writes it down; the source keeps it and resumes", async () => {
    await moveToFolder(source, namespace, archive);
    const cluster = await source.local.client.get(Cluster, { namespace, name: from.name });
    mustEqual("paused on the source", cluster.spec.paused ?? false, false);
  });
  await step("by directory: stop the source's core manager and ours", async () => {
    for (const manager of [coreManager, localManager])
      await source.local.node.workload(manager.namespace, manager.name).stop();
  });
  await step("by directory: clusterctl restores it on the target", async () => {
    await target.local.client
      .create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } })
      .catch(() => undefined);
    await moveFromFolder(target, archive);
  });
  await step("by directory: the same processes and provider IDs; status rebuilt by our manager", () =>
    tookOver(to, before),
  );
  await step("by directory: scaling up works on the target", () => scalesUp(to, before));
  await step("by directory: deletion on the target ends every process", () => deleteWorkload(to));
}

/** What must be the same after a move. */
interface Before {
  readonly processes: readonly string[];
  readonly providerIDs: readonly string[];
}

async function running(place: WorkloadPlace): Promise<Before> {
  const { client } = place.management.local;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: place.namespace } });
  await createWorkload(place);
  await workloadRunning(place, 3);
  return { processes: processesNow(place.stateFolder), providerIDs: await providerIDs(place) };
}

async function providerIDs(place: WorkloadPlace): Promise<string[]> {
  return (await localMachinesOf(place)).map((machine) => machine.spec?.providerID ?? "").toSorted();
}

/** The move has finished when it returns; a manager that acts late must not end anything either. */
async function sourceIsEmpty(from: WorkloadPlace): Promise<void> {
  const { client } = from.management.local;
  const { machine, cluster } = localKinds("v1beta1");
  await eventually({
    what: "the source to be empty",
    read: async () =>
      Promise.all(
        ([Cluster, machine, cluster] as readonly Resource[]).map(
          async (kind) => (await client.list(kind, { namespace: from.namespace })).items.length,
        ),
      ),
    until: (counts) => counts.every((count) => count === 0),
  });
  await sleep(3000);
}

async function tookOver(to: WorkloadPlace, before: Before): Promise<void> {
  await eventually({
    what: "status to be rebuilt",
    read: () => localMachinesOf(to),
    until: (machines) => machines.length === 3 && machines.every(saysProvisioned),
    within: 90,
  });
  await workloadRunning(to, 3);
  mustEqual("provider IDs", await providerIDs(to), before.providerIDs);
  mustEqual("processes", processesNow(to.stateFolder), before.processes);
}

async function scalesUp(to: WorkloadPlace, before: Before): Promise<void> {
  await scaleWorkers(to, 3);
  await workloadRunning(to, 4);
  const now = processesNow(to.stateFolder);
  mustEqual(
    "processes that were there before and have ended",
    before.processes.filter((one) => !now.includes(one)),
    [],
  );
}
