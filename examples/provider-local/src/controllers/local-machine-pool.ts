// LocalMachinePool: runs as many processes as the MachinePool asks for. Their names consist of the pool's and a number, so a manager without
// any state finds them again, and ends those that are too many: itself, or through their Machines when they have these.
import { keyOf, type ObjectKey } from "@capstan/api";
import {
  provisioned,
  removed,
  stalled,
  waiting,
  type ControllerDefinition,
  type DurationString,
  type PoolMachine,
  type PoolReport,
  type Result,
} from "@capstan/controller-kit";
import { LocalCluster } from "../api/v1beta1/local-cluster.ts";
import { LocalMachine } from "../api/v1beta1/local-machine.ts";
import { LocalMachinePool, type LocalMachinePoolSpec } from "../api/v1beta1/local-machine-pool.ts";
import { parseBootstrapData } from "../bootstrap-data.ts";
import { kit, type Services } from "../kit.ts";
import { configOf, providerIDOf } from "../machine-config.ts";
import { membersOf } from "../pool-members.ts";
import type { LocalProcesses } from "../processes/local-processes.ts";

export const localMachinePool: ControllerDefinition<Services> = kit.infraMachinePool(LocalMachinePool, {
  cluster: LocalCluster,
  machines: LocalMachine,
  conditions: { ProcessesRunning: ["WaitingForAPIServer", "BadBootstrapData", "Starting", "Running"] },

  async reconcile({ object, machinePool, cluster, bootstrap, readMachines }, ctx) {
    const { processes } = ctx.services;
    const { spec = {} } = object;
    const { replicas = 1, template } = machinePool.spec;
    const pool = keyOf(object);
    const machines = await readMachines();
    const started = await processes.machinesOf(pool);
    const { wanted, excess, all } = membersOf({ pool, replicas, started, machines });
    const direct = excess.filter(({ name }) => !machines.some(({ metadata }) => metadata.name === name));
    if (spec.machineObjects !== "Each") for (const member of direct) await processes.stopMachine(member);
    // With objects, one without a Machine gets that before it is ended: core may be creating it.
    const objects = spec.machineObjects === "Each" ? objectsFor([...wanted, ...direct], spec) : [];

    const workload = await ctx.workload(cluster);
    const running = await runningOf(processes, all);
    if (workload.connected) for (const member of running) await processes.reconnectMachine(member, workload.kubeconfig);
    const missing = wanted.filter((member) => !running.includes(member));
    if (missing.length === 0) return reported(running, objects, direct.length === 0 ? "1m" : "1s");

    const settings = parseBootstrapData((await bootstrap.read()).value);
    if ("problem" in settings) return stalled("ProcessesRunning", "BadBootstrapData", settings.problem);
    if (!workload.connected)
      return waiting("ProcessesRunning", "WaitingForAPIServer", workload.message, { requeueAfter: "2s" });
    const { kubeconfig } = workload;
    const { version } = template.spec;
    for (const member of missing)
      await processes.ensureMachine(member, configOf(member, spec, { kubeconfig, settings, version }));
    const now = await runningOf(processes, all);
    const starting = wanted.filter((member) => !now.includes(member)).length;
    if (starting === 0) return reported(now, objects, "1m");
    const message = `${starting} of ${wanted.length} are starting`;
    if (now.length === 0) return waiting("ProcessesRunning", "Starting", message, { requeueAfter: "200ms" });
    ctx.conditions.set("ProcessesRunning", "False", "Starting", message);
    return reported(now, objects, "200ms");
  },

  async delete({ object }, ctx) {
    const { processes } = ctx.services;
    for (const member of await processes.machinesOf(keyOf(object))) await processes.stopMachine(member);
    return removed();
  },
});

function objectsFor(members: readonly ObjectKey[], spec: LocalMachinePoolSpec): readonly PoolMachine[] {
  const { capacity, nodeLeaseDurationSeconds } = spec;
  return members.map(({ name }) => ({ name, spec: { capacity, nodeLeaseDurationSeconds } }));
}

async function runningOf(processes: LocalProcesses, members: readonly ObjectKey[]): Promise<readonly ObjectKey[]> {
  const found = await Promise.all(members.map((member) => processes.findMachine(member)));
  return members.filter((_, index) => found[index] !== undefined);
}

function reported(
  running: readonly ObjectKey[],
  machines: readonly PoolMachine[],
  requeueAfter: DurationString,
): Result<"provisioned", PoolReport> {
  return provisioned({ providerIDs: running.map(providerIDOf), machines }, { requeueAfter });
}
