// The `capstan dev` whose clusters a command means where nothing names others.
import { nearestManifest } from "../project/project-files.ts";
import type { Terminal } from "../output/print-outcome.ts";
import { type RunningDev, runningDev } from "./dev-lock.ts";

/** The dev that runs in the project of the folder, unless the environment names a kubeconfig. */
export function devOfProject({ cwd, env }: Pick<Terminal, "cwd" | "env">): RunningDev | undefined {
  if ((env["KUBECONFIG"] ?? "") !== "") return undefined;
  const root = nearestManifest(cwd);
  return root === undefined ? undefined : runningDev(root);
}
