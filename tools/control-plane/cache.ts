// Where built programs are stored: one folder per Go module and content of its go.mod, go.sum and Go files, so a changed pin never
// meets an old binary. It only computes paths; it creates and deletes nothing.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The Go modules beside this file, by folder name. */
export type ModuleName =
  | "cluster-api"
  | "cluster-api-1.12"
  | "cluster-api-1.13"
  | "controller-gen"
  | "kubernetes"
  | "kustomize";

/** Files whose content decides which binary comes out. */
const keyFiles = ["go.mod", "go.sum", "tools.go"];

/** The folder of the Go module with this name. */
export function moduleFolder(module: ModuleName): string {
  return join(import.meta.dirname, module);
}

/** Capstan's cache: `$CAPSTAN_CACHE`, or `~/.cache/capstan` without it; the control plane has a folder of its own in it. */
export function cacheFolder(): string {
  return join(process.env["CAPSTAN_CACHE"] ?? join(homedir(), ".cache", "capstan"), "control-plane");
}

/** The cache folder of one module's programs, keyed by what they are built from. */
export function programFolder(module: ModuleName): string {
  return join(cacheFolder(), "bin", `${module}-${moduleKey(module)}`);
}

/** A short hash of the module's pins. */
export function moduleKey(module: ModuleName): string {
  const hash = createHash("sha256");
  for (const file of keyFiles) hash.update(readFileSync(join(moduleFolder(module), file)));
  return hash.digest("hex").slice(0, 12);
}

/** The version of a Go module as this module's go.mod requires it: "v1.36.3". */
export function pinnedVersion(module: ModuleName, path: string): string {
  for (const line of readFileSync(join(moduleFolder(module), "go.mod"), "utf8").split("\n")) {
    const [name, version] = line
      .replace(/^\s*require\s/, "")
      .trim()
      .split(/\s+/);
    if (name === path && version?.startsWith("v")) return version;
  }
  throw new Error(`${module}/go.mod requires no ${path}: add it there, since its version is stamped into the programs`);
}
