// The config of a machine's process, for a machine of its own and for one of a pool.
import { type ObjectKey } from "@capstan/api";
import type { LocalMachineCapacity } from "./api/v1beta1/local-machine.ts";
import type { NodeSettings } from "./bootstrap-data.ts";
import type { MachineConfig } from "./processes/local-processes.ts";

/** What the spec of a machine, or of a pool, says about its Nodes. */
export interface NodeSpec {
  readonly capacity?: LocalMachineCapacity;
  readonly nodeLeaseDurationSeconds?: number;
}

/** What a machine boots with. */
export interface MachineBoot {
  readonly kubeconfig: string;
  readonly settings: NodeSettings;
  readonly version?: string | undefined;
  readonly failureDomain?: string | undefined;
}

/** The config of a machine's process. */
export function configOf(key: ObjectKey, spec: NodeSpec = {}, boot: MachineBoot): MachineConfig {
  const { kubeconfig, settings, version = "v1.36.0", failureDomain } = boot;
  const { capacity, nodeLeaseDurationSeconds = 40 } = spec;
  const zone = failureDomain === undefined ? {} : { "topology.kubernetes.io/zone": failureDomain };
  return {
    providerID: providerIDOf(key),
    kubeconfig,
    labels: { ...zone, ...settings.nodeLabels },
    version,
    cpus: capacity?.cpus ?? 2,
    memory: String(capacity?.memory ?? "4Gi"),
    leaseDurationSeconds: nodeLeaseDurationSeconds,
  };
}

/** The provider ID of a machine. */
export function providerIDOf({ namespace, name }: ObjectKey): string {
  return `local://${namespace}/${name}`;
}
