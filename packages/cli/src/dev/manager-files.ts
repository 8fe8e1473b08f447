// The files of Cluster API's managers for `capstan dev --managers`: of a folder that is named, or of Capstan's cache.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { CapstanError, errorOf } from "@capstan/kube";
import { BuildCache } from "@capstan/testenv/host";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** A manager: its program, the components of its release, the image that these name, and the name of its provider in a local repository of clusterctl. */
interface Manager {
  readonly program: string;
  readonly components: string;
  readonly image: string;
  readonly label: string;
}

/** The managers, in the order in which they are installed. */
export const managers: readonly Manager[] = [
  {
    program: "cluster-api-manager",
    components: "core-components.yaml",
    image: "cluster-api-controller",
    label: "cluster-api",
  },
  {
    program: "kubeadm-bootstrap-manager",
    components: "bootstrap-components.yaml",
    image: "kubeadm-bootstrap-controller",
    label: "bootstrap-kubeadm",
  },
  {
    program: "kubeadm-control-plane-manager",
    components: "control-plane-components.yaml",
    image: "kubeadm-control-plane-controller",
    label: "control-plane-kubeadm",
  },
];

/** Where managers are taken from: a folder, or without one Capstan's cache. */
export interface ManagersPlace {
  readonly folder?: string | undefined;
}

/** All files, which exist. */
export interface ManagerFiles {
  /** Where they are, in words. */
  readonly place: string;
  /** The path of a program or of components. */
  pathOf(name: string): string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Finds the files; throws an error that names what is missing, or the place in the cache that another user can change. */
export function managerFiles({ folder }: ManagersPlace, env: Environment = process.env): ManagerFiles {
  return folder === undefined ? ofCache(env) : ofFolder(folder);
}

/** What somebody names is run without a look at who may change it. */
function ofFolder(folder: string): ManagerFiles {
  const pathOf = (name: string): string => resolve(folder, name);
  const missing = names.filter((name) => !existsSync(pathOf(name)));
  if (missing.length > 0)
    throw errorOf(devDiagnostics, "dev/no-managers", { values: { folder, missing: missing.join(", ") } });
  return { place: folder, pathOf };
}

const names = managers.flatMap(({ program, components }) => [program, components]);

function ofCache(env: Environment): ManagerFiles {
  const { cache, paths, missing } = lookInCache(env);
  if (missing.length > 0)
    throw errorOf(devDiagnostics, "dev/no-cached-managers", {
      values: { file: cache.file, missing: missing.join(", ") },
    });
  const trusted = new Map([...paths].map(([name, path]) => [name, cache.trustedFile(path)]));
  return { place: `Capstan's cache (${cache.built.versions?.clusterApi})`, pathOf: (name) => trusted.get(name) ?? "" };
}

/** What is in the cache. */
interface Cached {
  readonly cache: BuildCache;
  readonly paths: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
}

function lookInCache(env: Environment): Cached {
  const foreign = (place: object): Error => errorOf(devDiagnostics, "dev/foreign-managers", { values: { ...place } });
  const cache = new BuildCache({ env, foreign });
  const { programs = {}, releases, versions } = cache.built;
  const release = versions?.clusterApi;
  const paths = new Map<string, string>();
  for (const { program, components, label } of managers) {
    paths.set(program, programs[program] ?? "");
    // Without both, it would be a path in the current folder.
    if (releases !== undefined && release !== undefined)
      paths.set(components, join(releases, label, release, components));
  }
  const missing = names.filter((name) => !existsSync(paths.get(name) ?? ""));
  return { cache, paths, missing };
}

const folderHint =
  "Cluster API's own managers run with --managers <folder>: npx capstan explain dev/no-managers says what the folder has, and where to get it";

/** Says, where they are simulated on kube-apiserver, how Cluster API's own managers would run. */
export function managersHint(env: Environment = process.env): string {
  try {
    if (lookInCache(env).missing.length === names.length) return folderHint;
    const { place } = ofCache(env);
    return `Cluster API's own managers are in ${place}: --managers runs them in place of the simulation`;
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return `Cluster API's own managers in Capstan's cache are not complete, or not safe to run: ${error.message}; ${error.help}`;
  }
}
