// The two states of the repository that are compared: the working tree as it is on disk, and a commit. Both are read through
// one interface, so that everything after this file treats them alike.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { git, gitBlobs } from "./changes/git.ts";

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
  const listed = git(root, ["ls-tree", "-r", "-z", commit]).matchAll(/ blob (\w+)\t([^\0]+)\0/g);
  const hashes = new Map(Array.from(listed, ([, hash = "", path = ""]) => [path, hash]));
  const contents = new Map<string, string>();
  // What was found is read next: all of it at once, because a process for each file takes seconds.
  const found = new Set<string>();
  const load = (hash: string): void => {
    const missing = [hash, ...found].filter((one) => !contents.has(one));
    for (const [one, content] of gitBlobs(root, missing)) contents.set(one, content);
    found.clear();
  };
  return {
    find: (glob) => {
      const expression = globExpression(glob);
      const paths = [...hashes.keys()].filter((path) => expression.test(path)).toSorted();
      for (const path of paths) found.add(hashes.get(path) ?? "");
      return paths;
    },
    read: (path) => {
      const hash = hashes.get(path);
      if (hash === undefined) return undefined;
      if (!contents.has(hash)) load(hash);
      return contents.get(hash);
    },
  };
}

/** The globs of this tool know `*` (inside one folder), `**` and `?`; files with a leading dot count as any other. */
export function globExpression(glob: string): RegExp {
  const words: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
  const source = glob.replaceAll(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => words[part] ?? `\\${part}`);
  return new RegExp(`^${source}$`);
}
