// The versions of Cluster API that the real suites can run, as a table: the Go module beside this file that pins each, and where that
// version has what has moved since. The versions themselves stand once, in each module's go.mod.
import { type ModuleName, pinnedVersion } from "./cache.ts";

const clusterApi = "sigs.k8s.io/cluster-api";

/** One version of Cluster API. */
export interface Core {
  readonly module: ModuleName;
  /** The Go package of the core manager. */
  readonly manager: string;
  /** The kustomization of the core manager's manifests, in the module. */
  readonly config: string;
}

/** Until 1.13 the core manager was at the root of its module. */
const atTheRoot = { manager: clusterApi, config: "config/default" } as const;

/** The version that everything runs with unless another one is named. */
export const defaultCore: Core = {
  module: "cluster-api",
  manager: `${clusterApi}/core`,
  config: "core/config/default",
};

/** Every version, the newest first. */
export const cores: readonly Core[] = [
  defaultCore,
  { module: "cluster-api-1.13", ...atTheRoot },
  { module: "cluster-api-1.12", ...atTheRoot },
];

/** The version as tags have it: "v1.13.4". */
export function coreVersion({ module }: Core): string {
  return pinnedVersion(module, clusterApi);
}

/** The version named, as "1.13.4"; the default one where none is named. */
export function coreNamed(version: string | undefined): Core {
  if (version === undefined) return defaultCore;
  const found = cores.find((core) => coreVersion(core) === `v${version}`);
  if (found !== undefined) return found;
  const known = cores.map((core) => coreVersion(core).slice(1)).join(", ");
  throw new Error(`no Cluster API "${version}" can be built: --core takes one of ${known}`);
}

/** The command that builds what this version needs. */
export function buildCommand(core: Core): string {
  const command = "node tools/control-plane/build.ts";
  return core === defaultCore ? command : `${command} --core ${coreVersion(core).slice(1)}`;
}
