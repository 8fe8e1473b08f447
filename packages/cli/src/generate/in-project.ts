// Absolute paths as a project knows them: relative, with `/`, each once, in a stable order.
import { relative, sep } from "node:path";

/** The files relative to `root`, without those of installed packages. */
export function inProject(root: string, files: readonly string[]): string[] {
  const paths = files
    .map((file) => relative(root, file).split(sep).join("/"))
    .filter((path) => !path.split("/").includes("node_modules"));
  return [...new Set(paths)].toSorted();
}
