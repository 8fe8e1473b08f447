// The config of a machine's process, in its folder.
import type { MachineConfig } from "../processes/local-processes.ts";

/** The config of a machine's process. */
export interface NodeConfig extends MachineConfig {
  readonly nodeName: string;
}
