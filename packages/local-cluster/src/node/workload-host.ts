// What a node gives to each of its workloads. Made by node.ts, used by workload.ts and run.ts.
import type { Client } from "@capstan/client";
import type { ClusterCredentials } from "@capstan/kube";
import type { ImageTable } from "./images.ts";

/** What every workload of a node shares. */
export interface WorkloadHost {
  readonly client: Client;
  readonly credentials: ClusterCredentials;
  readonly images: ImageTable;
  /** The folder of the node's files and logs. */
  readonly folder: string;
  /** Variables that every process gets, such as the proxy to Services. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether processes can be shown a ServiceAccount folder as in a Pod. */
  readonly sandbox: boolean;
}
