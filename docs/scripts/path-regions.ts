// The paths through the code in architecture.md, with the file and line of each step.
import { findSymbol } from "@capstan/tool-figures";
import { codePaths, type CodeStep } from "./code-paths.ts";
import { markdownTable } from "./markdown-table.ts";

/** The generated regions of the paths, by name. */
export function pathRegions(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(codePaths).map(([name, steps]) => [
      name,
      markdownTable(["Step", "Where", "What it does"], steps.map(rowOf)),
    ]),
  );
}

function rowOf({ symbol, in: folder, does }: CodeStep): readonly string[] {
  const [place, ...others] = findSymbol(folder, symbol);
  if (place === undefined || others.length > 0)
    throw new Error(
      `code-paths.ts: ${symbol} is declared ${others.length === 0 ? "nowhere" : "more than once"} in ${folder}`,
    );
  const at = `${place.path}:${place.line}`;
  return [`\`${symbol}\``, `[\`${at}\`](../${place.path}#L${place.line})`, does];
}
