// Finds the programs of a real control plane: in the given folder, in KUBEBUILDER_ASSETS (which setup-envtest exports), or in
// Capstan's cache, of which nothing is run that another user could have put there. It downloads and builds nothing.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { changedFile, ownUsers } from "../host/changed-by-others.ts";
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
  const cache = cacheOf(env);
  return inCache(cache) ?? notFound(["KUBEBUILDER_ASSETS (not set)", cache.paths]);
}

/** Capstan's cache. What KUBEBUILDER_ASSETS names, the user has chosen; what is in a cache, another user may have put there. */
interface Cache {
  /** tools/control-plane/build.ts writes it when all programs exist. */
  readonly paths: string;
  /** Whose files in it are run; undefined where users have no ids. */
  readonly trusted: ReadonlySet<number> | undefined;
}

function cacheOf(env: Readonly<Record<string, string | undefined>>): Cache {
  const named = env["CAPSTAN_CACHE"];
  const folder = named ?? join(homedir(), ".cache", "capstan");
  const trusted = ownUsers(named === undefined ? homedir() : undefined);
  return { paths: resolve(folder, "control-plane", "paths.json"), trusted };
}

function inFolder(folder: string): Assets | undefined {
  return usable({
    etcd: join(folder, "etcd"),
    apiServer: join(folder, "kube-apiserver"),
    controllerManager: join(folder, "kube-controller-manager"),
  });
}

function inCache(cache: Cache): Assets | undefined {
  const programs = readPrograms(cache);
  const assets = usable({
    etcd: programs["etcd"] ?? "",
    apiServer: programs["kube-apiserver"] ?? "",
    controllerManager: programs["kube-controller-manager"],
  });
  if (assets === undefined) return undefined;
  const { etcd, apiServer, controllerManager } = assets;
  return {
    etcd: trustedFile(etcd, cache),
    apiServer: trustedFile(apiServer, cache),
    controllerManager: controllerManager === undefined ? undefined : trustedFile(controllerManager, cache),
  };
}

function readPrograms(cache: Cache): Readonly<Record<string, string>> {
  if (!existsSync(cache.paths)) return {};
  const file = trustedFile(cache.paths, cache);
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { programs?: Record<string, string> }).programs ?? {};
  } catch {
    return {};
  }
}

/** The real path of a file: the path itself may lead to another file a moment later. */
function trustedFile(path: string, { paths, trusted }: Cache): string {
  const real = realpathSync(path);
  const changed = trusted && (changedFile(path, trusted) ?? changedFile(real, trusted));
  if (changed !== undefined) throw envtestError("testenv/foreign-control-plane", { file: paths, ...changed });
  return real;
}

function usable(assets: Assets): Assets | undefined {
  if (!isExecutable(assets.etcd) || !isExecutable(assets.apiServer)) return undefined;
  const manager = assets.controllerManager;
  return { ...assets, controllerManager: manager !== undefined && isExecutable(manager) ? manager : undefined };
}

function notFound(places: readonly string[]): never {
  throw envtestError("testenv/no-control-plane", { places: places.join(" and ") });
}
