// Checks that a path that leads out of a package is in the key of one of its tasks.
import { dirname, join, normalize, relative } from "node:path";
import { isCorpus, isUncached, type PlannedPackage } from "./package-files.ts";
import { closure, type PlannedTask } from "./dry-run.ts";

/** Modules whose paths are data, or start from the root in programs that are run by hand. */
const exempt = /^tools\/(?:graph\/|repo\/(?:turbo-environment|tree-copy)\.ts$)/;

/** Paths that lead out of the package must be in the key of a task of it. */
export function pathProblems(
  { name, folder, files }: PlannedPackage,
  tasks: ReadonlyMap<string, PlannedTask>,
): string[] {
  const own = [...tasks.values()].filter((task) => task.package === name && task.command !== undefined);
  // What no task runs is only type-checked, and `check` does that for all packages at once.
  if (own.length === 0) return [];
  const declared = new Set(own.flatMap(({ id }) => closure(tasks, id).flatMap(({ inputs }) => [...inputs])));
  return files
    .filter(({ file }) => !isUncached(file) && !exempt.test(file))
    .flatMap(({ file, text }) =>
      relativePaths(text)
        .map((path) => meanings(path, file, folder))
        .filter(
          (paths) => paths.length > 0 && !paths.some((path) => isDigested(path, file) || isDeclared(path, declared)),
        )
        .map(([path]) => `${file}: leads to ${path}, which no task of ${name} declares: add it to the task's inputs`),
    );
}

/** The relative paths that begin with `../` in a module's strings, or that are joined from `import.meta.dirname`. */
export function relativePaths(text: string): string[] {
  const literals = [...text.matchAll(/["'`]((?:\.\.\/)+[\w@./-]*)["'`]/g)].map(([, path = ""]) => path);
  const joined = [...text.matchAll(/import\.meta\.dirname((?:, *"[^"]*")+)/g)].map(([, parts = ""]) =>
    [...parts.matchAll(/"([^"]*)"/g)].map(([, part = ""]) => part).join("/"),
  );
  return [...new Set([...literals, ...joined])].filter((path) => !path.includes("node_modules"));
}

/** What a path may mean, relative to the root: from the module, or from the package's folder; none when one of them stays inside. */
export function meanings(path: string, file: string, folder: string): string[] {
  const paths = [dirname(file), folder].map((from) => normalize(join(from, path)).replace(/\/$/, ""));
  return paths.every((each) => relative(folder, each).startsWith("..")) ? [...new Set(paths)] : [];
}

/** The corpus is in the key of its suites by a digest. */
function isDigested(path: string, file: string): boolean {
  return isCorpus(file) && path.startsWith("../shared/corpus");
}

/** The root alone says nothing of what is read: only a task that declares files of other folders may start from there. */
function isDeclared(path: string, declared: ReadonlySet<string>): boolean {
  return path === "." ? true : [...declared].some((input) => input === path || input.startsWith(`${path}/`));
}
