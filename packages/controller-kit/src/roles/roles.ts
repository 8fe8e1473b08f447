// All roles by name, and the one of kinds without a contract.
import type { RoleName } from "../authoring/controller-definition.ts";
import { bootstrapConfigRole } from "./bootstrap-config.ts";
import { infraClusterRole } from "./infra-cluster.ts";
import { infraMachineRole } from "./infra-machine.ts";
import { infraMachinePoolRole } from "./infra-machine-pool.ts";
import { ipPoolRole } from "./ip-pool.ts";
import { ownersByLabel } from "./owners.ts";
import { clusterInput } from "./pass-input.ts";
import type { ControllerRole } from "./role.ts";

/** No owner is needed, and nothing is reported. */
const plainRole: ControllerRole<"plain"> = {
  owners: ownersByLabel,
  reconcile: async (subject, _deps, author) => author(clusterInput(subject)),
  deleteInput: async (subject) => clusterInput(subject),
  writeReport() {},
};

/** The roles by name. */
export const roles: { readonly [K in RoleName]: ControllerRole<K> } = {
  InfraCluster: infraClusterRole,
  InfraMachine: infraMachineRole,
  InfraMachinePool: infraMachinePoolRole,
  BootstrapConfig: bootstrapConfigRole,
  IPPool: ipPoolRole,
  plain: plainRole,
};
