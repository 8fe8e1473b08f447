// The recipes of docs/crds-in-builds.md: its fenced blocks whose first line is a comment with a path. Tests take files from here and from
// nowhere else, so that what they run is what the page says.
import { readFileSync } from "node:fs";

/** A block of the page as a file. */
export interface Recipe {
  /** Relative to the project. */
  readonly path: string;
  /** The whole content, without the line that names the path. */
  readonly text: string;
}

/** The blocks of a page. */
export function recipesOf(page: string): Recipe[] {
  return [...page.matchAll(/^```\w+\n(?:\/\/|#) (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = "", text = ""]) => ({
    path,
    text,
  }));
}

/** Every block of the page, in its order. */
export const recipes: readonly Recipe[] = recipesOf(
  readFileSync(new URL("../../../docs/crds-in-builds.md", import.meta.url), "utf8"),
);

/** The block with that path, as the content of a project's file. */
export function recipe(path: string): Readonly<Record<string, string>> {
  const [found, second] = recipes.filter((each) => each.path === path);
  if (found === undefined || second !== undefined) throw new Error(`the page has not one block "${path}"`);
  return { [path]: found.text };
}
