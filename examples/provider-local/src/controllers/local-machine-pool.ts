// LocalMachinePool: runs as many processes as the MachinePool asks for. Their names consist of the pool's and a number, so a manager without
// any state finds them again, and ends those that are too many.
import { formatKey, keyOf, type ObjectKey } from "@capstan/api";
import {
  provisioned,
  removed,
  stalled,
  waiting,
  type ControllerDefinition,
  type DurationString,
  type PoolReport,
  type Result,
} from "@capstan/controller-kit";
import { LocalCluster } from "../api/v1beta1/local-cluster.ts";
import { LocalMachinePool } from "../api/v1beta1/local-machine-pool.ts";
import { parseBootstrapData } from "../bootstrap-data.ts";
import { kit, type Services } from "../kit.ts";
import { configOf, providerIDOf } from "../machine-config.ts";
import type { LocalProcesses } from "../processes/local-processes.ts";

export const localMachinePool: ControllerDefinition<Services> = kit.infraMachinePool(LocalMachinePool, {
  cluster: LocalCluster,
  conditions: { ProcessesRunning: ["WaitingForAPIServer", "BadBootstrapData", "Starting", "Running"] },

  async reconcile({ object, machinePool, cluster, bootstrap }, ctx) {
    const { processes } = ctx.services;
    const pool = keyOf(object);
    const wanted = Array.from({ length: machinePool.spec.replicas ?? 1 }, (_, index) => memberOf(pool, index));
    await stopOthers(processes, pool, wanted);
    const workload = await ctx.workload(cluster);
    const running = await runningOf(processes, wanted);
    if (workload.connected) for (const member of running) await processes.reconnectMachine(member, workload.kubeconfig);
    const missing = wanted.filter((member) => !running.includes(member));
    if (missing.length === 0) return reported(running, "1m");

    const settings = parseBootstrapData((await bootstrap.read()).value);
    if ("problem" in settings) return stalled("ProcessesRunning", "BadBootstrapData", settings.problem);
    if (!workload.connected)
      return waiting("ProcessesRunning", "WaitingForAPIServer", workload.message, { requeueAfter: "2s" });
    const { kubeconfig } = workload;
    const { version } = machinePool.spec.template.spec;
    for (const member of missing)
      await processes.ensureMachine(member, configOf(member, object.spec, { kubeconfig, settings, version }));
    const now = await runningOf(processes, wanted);
    if (now.length === 0)
      return waiting("ProcessesRunning", "Starting", "the processes are starting", { requeueAfter: "200ms" });
    if (now.length === wanted.length) return reported(now, "1m");
    ctx.conditions.set("ProcessesRunning", "False", "Starting", `${now.length} of ${wanted.length} run`);
    return reported(now, "200ms");
  },

  async delete({ object }, ctx) {
    await stopOthers(ctx.services.processes, keyOf(object), []);
    return removed();
  },
});

/** A dot cannot be in the name of a pool's machine otherwise: what follows it is a number. */
function memberOf({ namespace, name }: ObjectKey, index: number): ObjectKey {
  return { namespace, name: `${name}.${index}` };
}

async function stopOthers(processes: LocalProcesses, pool: ObjectKey, wanted: readonly ObjectKey[]): Promise<void> {
  const kept = new Set(wanted.map(formatKey));
  for (const member of await processes.machinesOf(pool))
    if (!kept.has(formatKey(member))) await processes.stopMachine(member);
}

async function runningOf(processes: LocalProcesses, members: readonly ObjectKey[]): Promise<readonly ObjectKey[]> {
  const found = await Promise.all(members.map((member) => processes.findMachine(member)));
  return members.filter((_, index) => found[index] !== undefined);
}

function reported(running: readonly ObjectKey[], requeueAfter: DurationString): Result<"provisioned", PoolReport> {
  return provisioned({ providerIDs: running.map(providerIDOf) }, { requeueAfter });
}
