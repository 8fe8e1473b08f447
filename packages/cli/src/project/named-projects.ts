// The projects that a command line names: by their folders, or by files inside them as git hooks and lint-staged pass them (absolute or
// relative, deleted files too). Each project comes once, with its files that were named.
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { errorOf } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { rejectForeignProject, type TrustedProject } from "./foreign-project.ts";
import { trustedUsers } from "./foreign-files.ts";
import { nearestManifest } from "./project-files.ts";

/** A project, its folder with links resolved, and its files that were named. */
export interface NamedProject extends TrustedProject {
  /** The files that were named, relative to the root and with `/`; absent when the project itself was named. */
  readonly files?: readonly string[];
}

/** The projects, in the order they were first named, and the files that are in none. */
export interface NamedProjects {
  readonly projects: readonly NamedProject[];
  /** As they were given. */
  readonly outside: readonly string[];
}

/**
 * Finds the project of every path; throws for a folder without one, for a path that does not exist and has no project above it, and for a
 * project of which other users may have written what it runs.
 */
export function namedProjects(paths: readonly string[], cwd: string): NamedProjects {
  const projects = new Map<string, Set<string> | "whole">();
  const outside: string[] = [];
  const trusted = trustedUsers(cwd);
  for (const path of paths) {
    const place = placeOf(resolve(cwd, path));
    const root = nearestManifest(place.kind === "folder" ? place.path : dirname(place.path));
    if (root === undefined && place.kind === "file") outside.push(path);
    else if (root === undefined) throw noProject(path, place);
    else {
      rejectForeignProject({ root, trusted });
      add(projects, root, place);
    }
  }
  return {
    projects: [...projects].map(([root, files]) => ({
      root,
      trusted,
      ...(files !== "whole" && { files: [...files] }),
    })),
    outside,
  };
}

function add(projects: Map<string, Set<string> | "whole">, root: string, { kind, path }: Place): void {
  const known = projects.get(root);
  if (known === "whole") return;
  if (kind === "folder") projects.set(root, "whole");
  else projects.set(root, (known ?? new Set()).add(relative(root, path).split(sep).join("/")));
}

function noProject(path: string, { kind, path: folder }: Place): Error {
  return kind === "folder"
    ? errorOf(cliDiagnostics, "cli/no-project", { values: { folder } })
    : errorOf(cliDiagnostics, "cli/no-path", { values: { path } });
}

interface Place {
  readonly kind: "folder" | "file" | "deleted";
  readonly path: string;
}

/** What is at a path. The links of its folders are resolved, so that equal files have equal paths; a file that is a link stays as it is. */
function placeOf(path: string): Place {
  const kind = kindOf(path);
  return { kind, path: kind === "folder" ? realpathSync(path) : join(realFolder(dirname(path)), basename(path)) };
}

/** A path that cannot be followed (a link to itself, a folder that may not be read) counts as deleted. */
function kindOf(path: string): Place["kind"] {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return "deleted";
  }
}

/** The folder with its links resolved, as far as it exists. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder === dirname(folder) ? folder : join(realFolder(dirname(folder)), basename(folder));
  }
}
