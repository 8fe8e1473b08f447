// The pictures of hooks: each hook is in one, all text has room, and colors are those of the catalog.
import { readFileSync } from "node:fs";
import { hookCatalog } from "@capstan/api/catalog";
import { describe, expect, test } from "vitest";
import { drawLifeCycle, wrapped } from "./draw-life-cycle.ts";
import { hooksIn } from "./life-cycle.ts";
import { lifeCycles } from "./life-cycles.ts";

test("each hook is in one picture", () => {
  const drawn: readonly string[] = lifeCycles.flatMap(({ rows }) => hooksIn(rows));
  expect(drawn.toSorted()).toEqual(Object.keys(hookCatalog).toSorted());
});

test("each picture is on the page, below its title", () => {
  const page = readFileSync(new URL("../../hook-lifecycle.md", import.meta.url), "utf8");
  const shown = Array.from(
    page.matchAll(/^## (.*)\n\n!\[[^\]]+\]\(images\/hooks\/(.*)\.svg\)$/gm),
    ([, title, file]) => [title, file],
  );
  expect(shown).toEqual(lifeCycles.map(({ name, title }) => [title, name]));
});

test("lines are broken between words where a column ends", () => {
  expect(wrapped("a delay holds the whole upgrade", 120)).toEqual(["a delay holds", "the whole", "upgrade"]);
  expect(wrapped("spec.topology.version", 50)).toEqual(["spec.topology.version"]);
});

/** The places of elements with a class, by their attributes. */
function elements(svg: string, pattern: RegExp): readonly (readonly number[])[] {
  return Array.from(svg.matchAll(pattern), ([, ...values]) => values.map(Number));
}

describe.each(lifeCycles)("$name", (cycle) => {
  const svg = drawLifeCycle(cycle);
  const boxes = elements(svg, /<rect class="(?:event|holds|plain)" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g);

  test("no line is wider than its column, in a font of which a character has 7 pixels", () => {
    const lines = Array.from(svg.matchAll(/<text x="(\d+)" y="\d+"[^>]*>([^<]*)</g), ([, x, line = ""]) => ({
      line,
      right: Number(x) + line.length * 7,
    }));
    expect(lines.filter(({ right }) => right > 980)).toEqual([]);
  });

  test("no box is over another one", () => {
    const [overlapping] = boxes.flatMap(([x = 0, y = 0, width = 0, height = 0], i) =>
      boxes
        .slice(i + 1)
        .filter(
          ([x2 = 0, y2 = 0, width2 = 0, height2 = 0]) =>
            x < x2 + width2 && x2 < x + width && y < y2 + height2 && y2 < y + height,
        ),
    );
    expect(overlapping).toBeUndefined();
  });

  test("what can hold has the color of that", () => {
    const count = (name: string): number => svg.split(`<rect class="${name}"`).length - 1;
    const hooks = hooksIn(cycle.rows).map((hook) => hookCatalog[hook].blocking);
    // One of each is in the legend.
    expect([count("holds"), count("plain")]).toEqual([
      hooks.filter((blocking) => blocking).length + 1,
      hooks.filter((blocking) => !blocking).length + 1,
    ]);
  });

  test("every element is closed", () => {
    const open = svg.match(/<(?!\/)[a-z]+(?:\s[^<>]*)?(?<!\/)>/g) ?? [];
    expect(svg.match(/<\/[a-z]+>/g)).toHaveLength(open.length);
  });
});
