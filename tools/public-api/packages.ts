// The packages of a tree, as their manifests declare them: what is published, under which entries, with which types.
// Nothing here is a list kept by hand.
import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { CapstanError } from "@capstan/kube";
import { parse } from "yaml";
import type { Tree } from "./tree.ts";

/** The parts of a package.json that are read here. */
export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly exports?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** An entry of `exports` that has types. */
export interface Entry {
  /** As in `exports`: "." or "./testing". */
  readonly subpath: string;
  /** The built declarations, from the package's folder. */
  readonly types: string;
  /** The committed report, from the root of the repository. */
  readonly report: string;
}

/** A package of the workspace. */
export interface WorkspacePackage {
  readonly name: string;
  readonly folder: string;
  readonly version: string;
  readonly published: boolean;
  readonly entries: readonly Entry[];
  readonly manifest: Manifest;
}

/** The nearest folder above `from` that is a pnpm workspace. */
export function workspaceRoot(from: string): string {
  if (existsSync(join(from, "pnpm-workspace.yaml"))) return from;
  const above = dirname(from);
  if (above === from)
    throw new CapstanError("public-api/no-workspace", "no pnpm-workspace.yaml in this folder or above it", {
      help: "run the command inside the repository",
    });
  return workspaceRoot(above);
}

/** Every package of the workspace, by folder. */
export function workspacePackages(tree: Tree): WorkspacePackage[] {
  const text = tree.read("pnpm-workspace.yaml");
  if (text === undefined) return [];
  const { packages = [] } = parse(text) as { readonly packages?: readonly string[] };
  const manifests = packages.flatMap((pattern) => tree.find(`${pattern}/package.json`));
  return [...new Set(manifests)].toSorted().flatMap((path) => readPackage(tree, path));
}

function readPackage(tree: Tree, path: string): WorkspacePackage[] {
  const manifest = JSON.parse(tree.read(path) ?? "{}") as Manifest;
  const folder = posix.dirname(path);
  if (typeof manifest.name !== "string") return [];
  const published = manifest.private !== true;
  return [
    {
      name: manifest.name,
      folder,
      version: manifest.version ?? "0.0.0",
      published,
      entries: published ? typedEntries(folder, manifest.exports) : [],
      manifest,
    },
  ];
}

function typedEntries(folder: string, exported: unknown): Entry[] {
  if (typeof exported !== "object" || exported === null) return [];
  return Object.entries(exported).flatMap(([subpath, target]) => {
    const types: unknown = typeof target === "object" && target !== null ? Reflect.get(target, "types") : undefined;
    return typeof types === "string" ? [{ subpath, types, report: reportPath(folder, subpath) }] : [];
  });
}

/** Where the report of an entry stands: `api/` in the package's folder, which `files` of no package takes into its tarball. */
function reportPath(folder: string, subpath: string): string {
  return posix.join(folder, "api", `${subpath === "." ? "index" : subpath.slice(2)}.api.md`);
}
