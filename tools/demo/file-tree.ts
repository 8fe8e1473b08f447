// Paths as a tree of lines, folders first shown by their common beginnings.

/** The tree of these paths, sorted. */
export function fileTree(paths: readonly string[]): readonly string[] {
  const root: Folder = new Map();
  for (const path of paths.toSorted()) {
    let folder = root;
    for (const part of path.split("/")) {
      const child = folder.get(part) ?? new Map<string, Folder>();
      folder.set(part, child);
      folder = child;
    }
  }
  return linesOf(root, "");
}

type Folder = Map<string, Folder>;

function linesOf(folder: Folder, indent: string): string[] {
  const names = [...folder.keys()];
  return names.flatMap((name, index) => {
    const last = index === names.length - 1;
    const child = folder.get(name) ?? new Map<string, Folder>();
    const label = `${indent}${last ? "└─ " : "├─ "}${name}${child.size > 0 ? "/" : ""}`;
    return [label, ...linesOf(child, `${indent}${last ? "   " : "│  "}`)];
  });
}
