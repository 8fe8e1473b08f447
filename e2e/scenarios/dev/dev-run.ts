// One run of `npm run dev` in a terminal, and upstream's kubectl beside it.
import { mustRun } from "@capstan/repo";
import { controlPlaneBinaries } from "@capstan/tool-control-plane/paths";
import { PtyScreen } from "@capstan/tool-terminal";
import type { GoldenFrames } from "../../src/dev/golden-frames.ts";
import type { StarterProject } from "../../src/dev/starter-project.ts";

/** A run, with the frames that it is compared with. */
export interface DevRun {
  readonly project: StarterProject;
  readonly screen: PtyScreen;
  readonly frames: GoldenFrames;
}

/** The sizes of the terminal. */
export const narrow = { columns: 80, rows: 24 } as const;
export const wide = { columns: 120, rows: 30 } as const;

/** Starts dev as its README says. */
export function startDev(project: StarterProject, ...options: readonly string[]): PtyScreen {
  const command = ["npm", "run", "--silent", "dev", ...(options.length > 0 ? ["--", ...options] : [])];
  return new PtyScreen({ command, cwd: project.root, ...narrow, env: { NO_COLOR: "1" } });
}

/** What kubectl prints about the control plane of dev. */
export async function kubectl({ project }: Pick<DevRun, "project">, ...words: readonly string[]): Promise<string> {
  const { programs } = controlPlaneBinaries();
  return (await mustRun([programs.kubectl, "--kubeconfig", project.kubeconfig, ...words])).trim();
}

/** A field of each object of a kind, sorted. */
export async function fieldOf(run: Pick<DevRun, "project">, kind: string, path: string): Promise<string[]> {
  const printed = await kubectl(run, "get", kind, "-o", `jsonpath={range .items[*]}{${path}}{"\\n"}{end}`);
  return printed
    .split("\n")
    .filter((line) => line !== "")
    .toSorted();
}
