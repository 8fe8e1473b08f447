// The table of layers in architecture.md, from the one table that the linter and the manifest check read.
import { layers } from "@capstan/repo";
import { markdownTable } from "./markdown-table.ts";

/** The generated region of architecture.md. */
export function layerRegions(): Readonly<Record<string, string>> {
  const levels = new Map(Object.keys(layers).map((name) => [name, levelOf(name)]));
  const rows = Object.entries(layers)
    .toSorted(([a], [b]) => (levels.get(b) ?? 0) - (levels.get(a) ?? 0) || a.localeCompare(b, "en"))
    .map(([name, { folder, may, dev }]) => [
      String(levels.get(name)),
      `\`${folder}\``,
      may.join(", "),
      (dev ?? []).join(", "),
    ]);
  return { layers: markdownTable(["Layer", "Folder", "May import", "Its tests and scripts also"], rows) };
}

/** How many packages lie below one another from here down. */
function levelOf(name: string): number {
  return Math.max(-1, ...(layers[name]?.may ?? []).map(levelOf)) + 1;
}
