// The two states of the repository that are compared: the working tree as it is on disk, and a commit. Both are read through
// one interface, so that everything after this file treats them alike.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { git } from "./changes/git.ts";

/** Files by their path from the root of the repository, with forward slashes. */
export interface Tree {
  /** Paths of the files that match a glob. */
  find(glob: string): readonly string[];
  read(path: string): string | undefined;
}

/** The files on disk, whatever git knows of them. */
export function workingTree(root: string): Tree {
  return {
    find: (glob) =>
      globSync(glob, { cwd: root, exclude: (name) => name === "node_modules" })
        .map((path) => path.replaceAll("\\", "/"))
        .toSorted(),
    read: (path) => {
      const file = join(root, path);
      return existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
    },
  };
}

/** The files of a commit. */
export function commitTree(root: string, commit: string): Tree {
  const paths = git(root, ["ls-tree", "-r", "-z", "--name-only", commit]).split("\0").filter(Boolean);
  const known = new Set(paths);
  return {
    find: (glob) => paths.filter((path) => globExpression(glob).test(path)).toSorted(),
    read: (path) => (known.has(path) ? git(root, ["show", `${commit}:${path}`]) : undefined),
  };
}

/** The globs of this tool know `*` (inside one folder), `**` and `?`; files with a leading dot count as any other. */
export function globExpression(glob: string): RegExp {
  const words: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
  const source = glob.replaceAll(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => words[part] ?? `\\${part}`);
  return new RegExp(`^${source}$`);
}
