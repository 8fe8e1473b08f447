// Finds the programs of a real control plane: in the given folder, in KUBEBUILDER_ASSETS (which setup-envtest exports), or in
// Capstan's cache. It downloads and builds nothing.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
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

/** Finds the programs; throws an error that names every place it looked in. */
export function findAssets({ folder, env = process.env }: AssetSources = {}): Assets {
  if (folder !== undefined) return inFolder(folder) ?? notFound([folder]);
  const named = env["KUBEBUILDER_ASSETS"];
  if (named !== undefined && named !== "") return inFolder(named) ?? notFound([`KUBEBUILDER_ASSETS=${named}`]);
  const paths = join(cacheFolder(env), "control-plane", "paths.json");
  return inCache(paths) ?? notFound(["KUBEBUILDER_ASSETS (not set)", paths]);
}

function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env["CAPSTAN_CACHE"] ?? join(homedir(), ".cache", "capstan");
}

function inFolder(folder: string): Assets | undefined {
  return usable({
    etcd: join(folder, "etcd"),
    apiServer: join(folder, "kube-apiserver"),
    controllerManager: join(folder, "kube-controller-manager"),
  });
}

/** tools/control-plane/build.ts writes `paths.json` when all programs exist. */
function inCache(file: string): Assets | undefined {
  let programs: Readonly<Record<string, string>>;
  try {
    programs = (JSON.parse(readFileSync(file, "utf8")) as { programs: Record<string, string> }).programs;
  } catch {
    return undefined;
  }
  return usable({
    etcd: programs["etcd"] ?? "",
    apiServer: programs["kube-apiserver"] ?? "",
    controllerManager: programs["kube-controller-manager"],
  });
}

function usable(assets: Assets): Assets | undefined {
  if (!isExecutable(assets.etcd) || !isExecutable(assets.apiServer)) return undefined;
  const manager = assets.controllerManager;
  return { ...assets, controllerManager: manager !== undefined && isExecutable(manager) ? manager : undefined };
}

function notFound(places: readonly string[]): never {
  throw envtestError("testenv/no-control-plane", { places: places.join(" and ") });
}
