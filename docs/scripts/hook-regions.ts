// The table of hook-lifecycle.md: every hook of the catalog, with the picture that shows it.
import { hookCatalog, type HookName } from "@capstan/api/catalog";
import { markdownTable } from "./markdown-table.ts";
import { handlerWords } from "./pictures/draw-life-cycle.ts";
import { hooksIn } from "./pictures/life-cycle.ts";
import { lifeCycles } from "./pictures/life-cycles.ts";

/** The generated region of hook-lifecycle.md. */
export function hookRegions(): Readonly<Record<string, string>> {
  const drawn = lifeCycles.flatMap(({ rows, title }) => hooksIn(rows).map((hook) => [hook, title] as const));
  const rows = drawn.map(([hook, title]) => rowOf(hook, title));
  return { hooks: markdownTable(["Hook", "Called", "Handlers", "Can hold", "Since", "Shown in"], rows) };
}

function rowOf(hook: HookName, title: string): readonly string[] {
  const { summary, blocking, since = "" } = hookCatalog[hook];
  const anchor = title.toLowerCase().replaceAll(",", "").replaceAll(" ", "-");
  return [
    `\`${hook}\``,
    summary.replace(/^Called /, ""),
    handlerWords(hook),
    blocking ? "yes" : "no",
    since,
    `[${title}](#${anchor})`,
  ];
}
