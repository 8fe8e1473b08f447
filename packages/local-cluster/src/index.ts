// A cluster without containers: its start, the table of images, and handles on its processes.
export { type LocalCluster, type LocalClusterOptions, startLocalCluster } from "./local-cluster.ts";
export { type FlagConventions, type ImageCommand, type ImageTable, managerFlagConventions } from "./node/images.ts";
export type { LocalNode } from "./node/node.ts";
export type { Workload } from "./node/workload.ts";
export { localClusterErrors } from "./errors.ts";
