// `as` casts in the product's sources. `as const` states no type and does not count.
import ts from "typescript-6";
import { productSources } from "../source/files.ts";
import { parseFile, walk } from "../source/parse.ts";

/** Every cast, by its place. */
export function casts(): { value: number; places: string[] } {
  const places = productSources().flatMap((path) => castLines(parseFile(path)).map((line) => `${path}:${line}`));
  return { value: places.length, places };
}

/** Casts without a reason that a reader sees: a comment on the line or in the three before it, or `JSON.parse`, which has no type. */
export function castsWithoutReason(): { value: number; places: string[] } {
  const places = productSources().flatMap((path) => {
    const tree = parseFile(path);
    const lines = tree.text.split("\n");
    return castLines(tree)
      .filter((line) => !hasReason(lines.slice(Math.max(0, line - 4), line)))
      .map((line) => `${path}:${line}`);
  });
  return { value: new Set(places).size, places };
}

function hasReason(lines: readonly string[]): boolean {
  return lines.some((line) => /\/\/|\*\//.test(line)) || (lines.at(-1) ?? "").includes("JSON.parse");
}

/** The lines of a tree's casts. */
export function castLines(tree: ts.SourceFile): number[] {
  const lines: number[] = [];
  walk(tree, (node) => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type))
      lines.push(tree.getLineAndCharacterOfPosition(node.type.getStart(tree)).line + 1);
  });
  return lines;
}
