// Finds the programs of a real control plane: in the given folder, in KUBEBUILDER_ASSETS (which setup-envtest exports), or in
// Capstan's cache, of which nothing is run that another user could have put there. It downloads and builds nothing.
import { join } from "node:path";
import { BuildCache } from "../host/build-cache.ts";
import { isExecutable } from "../host/follow-parent.ts";
import { envtestError } from "./errors.ts";

/** Absolute paths of a control plane's programs. */
export interface Assets {
  readonly etcd: string;
  readonly apiServer: string;
  /** Needed for `controllerManager` only; setup-envtest does not install it. */
  readonly controllerManager: string | undefined;
}

/** Where to look. */
export interface AssetSources {
  /** A folder with etcd and kube-apiserver; other places are then ignored. */
  readonly folder?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Finds the programs; throws an error that names every place it looked in, or the place in the cache that another user can change. */
export function findAssets({ folder, env = process.env }: AssetSources = {}): Assets {
  if (folder !== undefined) return inFolder(folder) ?? notFound([folder]);
  const named = env["KUBEBUILDER_ASSETS"];
  if (named !== undefined && named !== "") return inFolder(named) ?? notFound([`KUBEBUILDER_ASSETS=${named}`]);
  const cache = new BuildCache({
    env,
    foreign: (place) => envtestError("testenv/foreign-control-plane", { ...place }),
  });
  return inCache(cache) ?? notFound(["KUBEBUILDER_ASSETS (not set)", cache.file]);
}

function inFolder(folder: string): Assets | undefined {
  return usable({
    etcd: join(folder, "etcd"),
    apiServer: join(folder, "kube-apiserver"),
    controllerManager: join(folder, "kube-controller-manager"),
  });
}

/** What KUBEBUILDER_ASSETS names, the user has chosen; what is in a cache, another user may have put there. */
function inCache(cache: BuildCache): Assets | undefined {
  const { programs = {} } = cache.built;
  const assets = usable({
    etcd: programs["etcd"] ?? "",
    apiServer: programs["kube-apiserver"] ?? "",
    controllerManager: programs["kube-controller-manager"],
  });
  if (assets === undefined) return undefined;
  const { etcd, apiServer, controllerManager } = assets;
  return {
    etcd: cache.trustedFile(etcd),
    apiServer: cache.trustedFile(apiServer),
    controllerManager: controllerManager === undefined ? undefined : cache.trustedFile(controllerManager),
  };
}

function usable(assets: Assets): Assets | undefined {
  if (!isExecutable(assets.etcd) || !isExecutable(assets.apiServer)) return undefined;
  const manager = assets.controllerManager;
  return { ...assets, controllerManager: manager !== undefined && isExecutable(manager) ? manager : undefined };
}

function notFound(places: readonly string[]): never {
  throw envtestError("testenv/no-control-plane", { places: places.join(" and ") });
}
