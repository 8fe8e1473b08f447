// The evidence of all rules.
import type { EvidenceById } from "../evidence.ts";
import { bootstrapConfig } from "./bootstrap-config.ts";
import { controlPlane } from "./control-plane.ts";
import { infraCluster } from "./infra-cluster.ts";
import { infraMachine } from "./infra-machine.ts";
import { infraMachinePool } from "./infra-machine-pool.ts";
import { ipam } from "./ipam.ts";

/** The evidence by the ids of rules. */
export const evidence: EvidenceById = {
  ...infraCluster,
  ...infraMachine,
  ...infraMachinePool,
  ...bootstrapConfig,
  ...controlPlane,
  ...ipam,
};
