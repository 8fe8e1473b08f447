// Starts kube-controller-manager with the few controllers that tests of providers need.
import { join } from "node:path";
import { writeSecretFile } from "../host/secret-file.ts";
import { envtestError } from "./errors.ts";
import { type RestartableProgram, startProgram } from "./program.ts";

/** How to start it. */
export interface ControllerManagerOptions {
  /** Its path; undefined when it is not installed. */
  readonly command: string | undefined;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly controllers: readonly string[];
}

/**
 * Owned objects are deleted with their owner, namespaces are finalized, default ServiceAccounts are created, and aggregated
 * ClusterRoles are filled (Cluster API's managers have no permissions without them).
 */
export const defaultControllers: readonly string[] = [
  "garbage-collector-controller",
  "namespace-controller",
  "serviceaccount-controller",
  "clusterrole-aggregation-controller",
];

/** Starts it, without waiting: it catches up with earlier changes. */
export function startControllerManager({
  command,
  folder,
  kubeconfig,
  controllers,
}: ControllerManagerOptions): Promise<RestartableProgram> {
  if (command === undefined) throw envtestError("testenv/no-controller-manager");
  const file = join(folder, "controller-manager.kubeconfig");
  writeSecretFile(file, kubeconfig);
  const args = [
    `--kubeconfig=${file}`,
    `--controllers=${controllers.join(",")}`,
    "--leader-elect=false",
    "--secure-port=0",
  ];
  const log = join(folder, "logs", "kube-controller-manager.log");
  return startProgram({ name: "kube-controller-manager", command, args, log });
}
