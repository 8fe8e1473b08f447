// LocalMachine: runs one process per machine, which registers a Node in the workload cluster. The provider ID consists of namespace and
// name, so a manager without any state finds the process again, also after a move to another cluster.
import type { Machine } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/api";
import {
  provisioned,
  removed,
  stalled,
  waiting,
  type ControllerDefinition,
  type MachineReport,
} from "@capstan/controller-kit";
import { LocalCluster } from "../api/v1beta1/local-cluster.ts";
import { LocalMachine } from "../api/v1beta1/local-machine.ts";
import { parseBootstrapData } from "../bootstrap-data.ts";
import { kit, type Services } from "../kit.ts";
import { configOf, providerIDOf } from "../machine-config.ts";
import type { RunningMachine } from "../processes/local-processes.ts";

export const localMachine: ControllerDefinition<Services> = kit.infraMachine(LocalMachine, {
  cluster: LocalCluster,
  conditions: { ProcessRunning: ["WaitingForAPIServer", "BadBootstrapData", "Starting", "Running"] },

  async reconcile({ object, machine, cluster, bootstrap }, ctx) {
    const { processes } = ctx.services;
    const key = keyOf(object);
    const workload = await ctx.workload(cluster);
    const running = await processes.findMachine(key);
    if (running !== undefined) {
      // It no longer needs its bootstrap data, whose Secret may be deleted. The API server may have new certificates.
      if (workload.connected) await processes.reconnectMachine(key, workload.kubeconfig);
      return provisioned(reportOf(object, machine, running), { requeueAfter: workload.connected ? "1m" : "5s" });
    }

    if (bootstrap.secretName === "")
      return waiting("ProcessRunning", "Starting", "its pool starts the process", { requeueAfter: "1s" });
    const settings = parseBootstrapData((await bootstrap.read()).value);
    if ("problem" in settings) return stalled("ProcessRunning", "BadBootstrapData", settings.problem);
    if (!workload.connected)
      return waiting("ProcessRunning", "WaitingForAPIServer", workload.message, { requeueAfter: "2s" });
    const { kubeconfig } = workload;
    const { version, failureDomain } = machine.spec;
    const config = configOf(key, object.spec, { kubeconfig, settings, version, failureDomain });
    const started = await processes.ensureMachine(key, config);
    if (started === undefined)
      return waiting("ProcessRunning", "Starting", "the process is starting", { requeueAfter: "200ms" });
    return provisioned(reportOf(object, machine, started), { requeueAfter: "1m" });
  },

  async delete({ object }, ctx) {
    await ctx.services.processes.stopMachine(keyOf(object));
    return removed();
  },
});

/** What is reported to core for a running machine. */
function reportOf(object: LocalMachine, machine: Machine, { address }: RunningMachine): MachineReport {
  const { failureDomain } = machine.spec;
  return {
    providerID: providerIDOf(keyOf(object)),
    addresses: [
      { type: "InternalIP", address },
      { type: "Hostname", address: keyOf(object).name },
    ],
    ...(failureDomain === undefined ? {} : { failureDomain }),
  };
}
