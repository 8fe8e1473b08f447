// What every pass is given: the API server, the recorded writer, the way into workload clusters, and time.
import type { Client } from "@capstan/client";
import type { Writer } from "./writes/writer.ts";

/** The surroundings of a pass. */
export interface Pass {
  readonly client: Client;
  readonly writer: Writer;
  /** A client of a workload cluster from its kubeconfig; the simulator closes it. */
  readonly connect: (kubeconfig: string) => Promise<Client>;
  readonly now: () => Date;
  /** The random ending of a name. */
  readonly suffix: () => string;
}
