// Runs the real clusterctl that tools/control-plane left in the cache, offline, for the real suites of this package.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** What a run printed. */
export interface ClusterctlRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs clusterctl with these variables and nothing of our own environment that it could read values from. */
export function clusterctl(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): ClusterctlRun {
  const offline = { CLUSTERCTL_DISABLE_VERSIONCHECK: "true", GOPROXY: "off", HOME: homedir() };
  const { status, stdout, stderr } = spawnSync(program(), args, { encoding: "utf8", env: { ...offline, ...env } });
  return { code: status, stdout, stderr };
}

function program(): string {
  const cache = process.env["CAPSTAN_CACHE"] ?? join(homedir(), ".cache", "capstan");
  const { programs } = JSON.parse(readFileSync(join(cache, "control-plane", "paths.json"), "utf8")) as {
    readonly programs: Readonly<Record<string, string>>;
  };
  const found = programs["clusterctl"];
  if (found === undefined) throw new Error("the cache has no clusterctl: run tools/control-plane/build.ts");
  return found;
}
