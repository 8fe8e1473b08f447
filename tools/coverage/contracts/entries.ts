// The catalog: what enforces each rule of the contracts.
import type { Entries } from "../entry.ts";
import { bootstrapConfig } from "./bootstrap-config.ts";
import { controlPlane } from "./control-plane.ts";
import { infraCluster } from "./infra-cluster.ts";
import { infraMachine } from "./infra-machine.ts";
import { infraMachinePool } from "./infra-machine-pool.ts";
import { ipam } from "./ipam.ts";

/** What enforces each rule, by its id. */
export const entries: Entries = {
  ...infraCluster,
  ...infraMachine,
  ...infraMachinePool,
  ...bootstrapConfig,
  ...controlPlane,
  ...ipam,
};
