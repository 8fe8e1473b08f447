// Cycles between the files of a package, of type-only and dynamic imports too: strongly connected components (Tarjan).
import { posix } from "node:path";
import { productSources } from "../source/files.ts";
import { importsOf } from "../source/imports.ts";

/** The groups of files that import each other. */
export function cycles(): { value: number; places: string[] } {
  const graph = new Map(productSources().map((path) => [path, importedFiles(path)]));
  const places = cyclesOf(graph).map((files) => files.toSorted().join(" <-> "));
  return { value: places.length, places: places.toSorted() };
}

function importedFiles(path: string): string[] {
  return importsOf(path)
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier));
}

interface Visit {
  readonly order: number;
  lowest: number;
  open: boolean;
}

/** The components of a graph with more than one node, and the nodes that lead to themselves. */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const visits = new Map<string, Visit>();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): Visit => {
    const own: Visit = { order: visits.size, lowest: visits.size, open: true };
    visits.set(node, own);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const known = visits.get(next);
      if (known === undefined) own.lowest = Math.min(own.lowest, visit(next).lowest);
      else if (known.open) own.lowest = Math.min(own.lowest, known.order);
    }
    if (own.lowest === own.order) {
      const component = path.splice(path.indexOf(node));
      for (const each of component) close(visits, each);
      if (component.length > 1 || graph.get(node)?.includes(node) === true) found.push(component);
    }
    return own;
  };
  for (const node of graph.keys()) if (!visits.has(node)) visit(node);
  return found;
}

function close(visits: ReadonlyMap<string, Visit>, node: string): void {
  const visit = visits.get(node);
  if (visit !== undefined) visit.open = false;
}
