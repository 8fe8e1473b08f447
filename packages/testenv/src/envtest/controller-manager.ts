// Starts kube-controller-manager with the few controllers that tests of providers need. Used by start.ts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LocalProcess, startProcess } from "../host/process.ts";
import { envtestError } from "./errors.ts";

/** How to start it. */
export interface ControllerManagerOptions {
  /** Its file; undefined when the assets lack it. */
  readonly command: string | undefined;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly controllers: readonly string[];
}

/**
 * Owned objects go with their owner, namespaces end, default ServiceAccounts exist, and aggregated ClusterRoles are filled
 * (without that, Cluster API's managers have no rights at all).
 */
export const defaultControllers: readonly string[] = [
  "garbage-collector-controller",
  "namespace-controller",
  "serviceaccount-controller",
  "clusterrole-aggregation-controller",
];

/** Starts it; it needs no waiting for, since it catches up with what it missed. */
export function startControllerManager({
  command,
  folder,
  kubeconfig,
  controllers,
}: ControllerManagerOptions): Promise<LocalProcess> {
  if (command === undefined) throw envtestError("testenv/no-controller-manager");
  const file = join(folder, "controller-manager.kubeconfig");
  writeFileSync(file, kubeconfig, { mode: 0o600 });
  const args = [
    `--kubeconfig=${file}`,
    `--controllers=${controllers.join(",")}`,
    "--leader-elect=false",
    "--secure-port=0",
  ];
  const log = join(folder, "logs", "kube-controller-manager.log");
  return startProcess({ name: "kube-controller-manager", command, args, log });
}
