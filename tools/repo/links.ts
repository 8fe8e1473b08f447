// Checks the links of docs/architecture.md: every path that its tables name exists, and every line that they name declares the
// symbol of its row.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-command.ts";

const page = "docs/architecture.md";

/** A line of a file that must contain a symbol. */
export interface NamedLine {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
}

/** The paths in the tables of a page: code spans with a slash, commands and codes left out. */
export function pathsOf(markdown: string): string[] {
  return rowsOf(markdown)
    .flat()
    .filter((span) => /^[\w.@*<>{},/-]+$/.test(span) && span.includes("/"));
}

/** The lines in the tables of a page: code spans such as `src/a.ts:12`, in a row that starts with a symbol. */
export function linesOf(markdown: string): NamedLine[] {
  return rowsOf(markdown).flatMap(([symbol = "", ...spans]) =>
    spans.flatMap((span) => {
      const [, path, line] = /^([\w./-]+\.\w+):(\d+)$/.exec(span) ?? [];
      return path === undefined ? [] : [{ path, line: Number(line), symbol: symbol.split(".").at(-1) ?? "" }];
    }),
  );
}

/** A line for each path or line in docs/architecture.md that is wrong. */
export function linkProblems(): string[] {
  const markdown = readFileSync(join(root, page), "utf8");
  return [
    ...pathsOf(markdown)
      .filter((path) => !exists(path))
      .map((path) => `${page}: there is no ${path}`),
    ...linesOf(markdown)
      .filter((line) => !hasSymbol(line))
      .map(
        ({ path, line, symbol }) => `${page}: ${path}:${line} does not contain ${symbol}; run \`pnpm run generate\``,
      ),
  ];
}

/** The code spans of each row. */
function rowsOf(markdown: string): string[][] {
  const rows = markdown.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) => [...row.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""));
}

/** `<case>` stands for any name. */
function exists(path: string): boolean {
  const pattern = path.replaceAll(/<[\w-]+>/g, "*");
  return existsSync(join(root, pattern)) || globSync(pattern, { cwd: root }).length > 0;
}

function hasSymbol({ path, line, symbol }: NamedLine): boolean {
  const file = join(root, path);
  if (!existsSync(file)) return false;
  return readFileSync(file, "utf8").split("\n")[line - 1]?.includes(symbol) ?? false;
}
