// Names what build.ts has built. Other tools, the e2e suites and CI import `controlPlaneBinaries()`; published packages, which
// cannot import this folder, read the `paths.json` that `writePaths()` leaves in the cache. Builds nothing.
import { randomUUID } from "node:crypto";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, pinnedVersion, programFolder } from "./cache.ts";
import { buildCommand, type Core, coreVersion, defaultCore } from "./cores.ts";
import { type ProgramName, programsOf } from "./programs.ts";
import { releaseFolder } from "./release.ts";

/** Everything that was built, as absolute paths. */
export interface ControlPlane {
  /** Each program's file. */
  readonly programs: Readonly<Record<ProgramName, string>>;
  /** Upstream's release material in clusterctl's local layout: `<releases>/<provider label>/<version>/<file>`. */
  readonly releases: string;
  /** The versions behind it. */
  readonly versions: { readonly kubernetes: string; readonly clusterApi: string };
}

/** The paths that a complete build has, whether or not it has been made. */
export function plannedPaths(core: Core = defaultCore): ControlPlane {
  const files = programsOf(core).map(({ name, module }) => [name, join(programFolder(module), name)] as const);
  return {
    programs: Object.fromEntries(files) as Record<ProgramName, string>,
    releases: releaseFolder(core),
    versions: {
      kubernetes: pinnedVersion("kubernetes", "k8s.io/kubernetes"),
      clusterApi: coreVersion(core),
    },
  };
}

/** The built programs and releases; throws, naming what is missing and the command that builds it. */
export function controlPlaneBinaries(core: Core = defaultCore): ControlPlane {
  const paths = plannedPaths(core);
  const missing = [...Object.values(paths.programs), paths.releases].filter((path) => !existsSync(path));
  if (missing.length > 0) {
    throw new Error(
      `not built yet:\n  ${missing.join("\n  ")}\nbuild them (some minutes, once) with: ${buildCommand(core)}`,
    );
  }
  return paths;
}

/** Writes `paths.json` into the cache, whole or not at all. */
export function writePaths(paths: ControlPlane): string {
  const file = join(cacheFolder(), "paths.json");
  const temporary = `${file}.${randomUUID()}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(paths, undefined, 2)}\n`, { flag: "wx", mode: 0o644 });
  renameSync(temporary, file);
  return file;
}
