// What a machine's folder tells its process.
import type { MachineConfig } from "../processes/local-processes.ts";

/** The config of a machine's process. */
export interface NodeConfig extends MachineConfig {
  readonly nodeName: string;
}
