// Installs the projects with a package manager.
import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "@capstan/repo";
import { stringify } from "yaml";
import { overridesOf, type Tarballs } from "./pack.ts";

/** A package manager, and how it installs the projects below a folder. */
export interface PackageManager {
  readonly name: string;
  /** A project reaches only what it declares; otherwise all pages share one project, which is faster. */
  readonly isolates: boolean;
  install(folder: string, tarballs: Tarballs): Promise<void>;
}

/** The managers that samples are compiled under. */
export const packageManagers: readonly PackageManager[] = [
  { name: "pnpm without hoisting", isolates: true, install: installWithPnpm },
  { name: "npm", isolates: false, install: installWithNpm },
];

async function installWithPnpm(folder: string, tarballs: Tarballs): Promise<void> {
  const workspace = {
    packages: ["projects/*"],
    nodeLinker: "isolated",
    hoist: false,
    publicHoistPattern: [],
    sharedWorkspaceLockfile: true,
    pmOnFail: "ignore",
    overrides: overridesOf(tarballs),
  };
  writeFileSync(join(folder, "pnpm-workspace.yaml"), stringify(workspace));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "packed", private: true }));
  await mustRun(["pnpm", "install", "--ignore-scripts", "--prefer-offline", "--no-frozen-lockfile"], { cwd: folder });
}

/** Not as a workspace: npm would install all projects into one folder. */
async function installWithNpm(folder: string): Promise<void> {
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  for (const project of globSync("projects/*", { cwd: folder }).toSorted())
    await mustRun(["npm", "install", ...flags], { cwd: join(folder, project) });
}
