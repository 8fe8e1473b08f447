// Checks the signposts of docs/house.md: every path that its tables name leads somewhere. Called by `check`; whether a path
// is the best answer to its question is for readers to say.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-command.ts";

const page = "docs/house.md";

/** The paths in the tables of a page: code spans with a slash, commands and codes left out. */
export function pathsOf(markdown: string): string[] {
  const rows = markdown.split("\n").filter((line) => line.startsWith("|"));
  const spans = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""));
  return spans.filter((span) => /^[\w.@*<>{},/-]+$/.test(span) && span.includes("/"));
}

/** A line for each path in docs/house.md that leads nowhere. */
export function signpostProblems(): string[] {
  return pathsOf(readFileSync(join(root, page), "utf8"))
    .filter((path) => !leadsSomewhere(path))
    .map((path) => `${page}: there is no ${path}`);
}

/** `<case>` stands for any name. */
function leadsSomewhere(path: string): boolean {
  const pattern = path.replaceAll(/<[\w-]+>/g, "*");
  return existsSync(join(root, pattern)) || globSync(pattern, { cwd: root }).length > 0;
}
