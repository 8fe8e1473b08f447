// LocalMachine: runs one process per machine, which registers a Node in the workload cluster. The providerID is made of
// namespace and name, so a manager that knows nothing finds the process again, also after a move to another cluster.
import { keyOf } from "@capstan/kube";
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

export const localMachine: ControllerDefinition<Services> = kit.infraMachine(LocalMachine, {
  cluster: LocalCluster,
  conditions: { ProcessRunning: ["WaitingForAPIServer", "BadBootstrapData", "Starting", "Running"] },

  async reconcile({ object, machine, cluster, bootstrap }, ctx) {
    const { processes } = ctx.services;
    const key = keyOf(object);
    const { failureDomain } = machine.spec;
    const report = (address: string): MachineReport => ({
      providerID: providerIDOf(object),
      addresses: [
        { type: "InternalIP", address },
        { type: "Hostname", address: key.name },
      ],
      ...(failureDomain === undefined ? {} : { failureDomain }),
    });
    const workload = await ctx.workload(cluster);
    // A machine that runs needs its bootstrap data no more; its Secret may be gone.
    const running = await processes.findMachine(key);
    if (running !== undefined) {
      // The API server may have come back with other certificates.
      if (workload.connected) await processes.reconnectMachine(key, workload.kubeconfig);
      return provisioned(report(running.address), { requeueAfter: workload.connected ? "1m" : "5s" });
    }

    const settings = parseBootstrapData((await bootstrap.read()).value);
    if ("problem" in settings) return stalled("ProcessRunning", "BadBootstrapData", settings.problem);
    if (!workload.connected)
      return waiting("ProcessRunning", "WaitingForAPIServer", workload.message, { requeueAfter: "2s" });
    const zone = failureDomain === undefined ? {} : { "topology.kubernetes.io/zone": failureDomain };
    const started = await processes.ensureMachine(key, {
      providerID: providerIDOf(object),
      kubeconfig: workload.kubeconfig,
      labels: { ...zone, ...settings.nodeLabels },
      version: machine.spec.version ?? "v1.36.0",
      cpus: object.spec?.capacity?.cpus ?? 2,
      memory: String(object.spec?.capacity?.memory ?? "4Gi"),
      leaseDurationSeconds: object.spec?.nodeLeaseDurationSeconds ?? 40,
    });
    if (started === undefined)
      return waiting("ProcessRunning", "Starting", "the process is starting", { requeueAfter: "200ms" });
    return provisioned(report(started.address), { requeueAfter: "1m" });
  },

  async delete({ object }, ctx) {
    await ctx.services.processes.stopMachine(keyOf(object));
    return removed();
  },
});

function providerIDOf(object: LocalMachine): string {
  const { namespace, name } = keyOf(object);
  return `local://${namespace}/${name}`;
}
