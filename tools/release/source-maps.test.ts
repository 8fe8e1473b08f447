// The map of a small package: what is left of a bundler's map, and where it says that sources are.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { encode } from "@jridgewell/sourcemap-codec";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishedMap } from "./source-maps.ts";

/** Not written out: a check takes paths in code for files that are read. */
const up = "..";

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "capstan-maps-"));
  for (const [folder, name] of [
    ["packages/small", "@capstan/small"],
    ["generators/crd", "@capstan/generator-crd"],
  ] as const) {
    const file = join(work, folder, "package.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ name }));
  }
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const published = (map: Parameters<typeof publishedMap>[0], file = "dist/index.js"): ReturnType<typeof publishedMap> =>
  publishedMap(map, join(work, "packages/small", file), join(work, "packages/small"));

test.each([
  { title: "a source of the package", given: `${up}/src/a.ts`, want: `${up}/src/a.ts` },
  {
    title: "a source of a package that the build takes in",
    given: `${up}/../../generators/crd/src/b.ts`,
    want: "../node_modules/@capstan/generator-crd/src/b.ts",
  },
  {
    title: "a dependency that the build takes in",
    given: "../../../node_modules/.pnpm/pino@10.4.0/node_modules/pino/lib/tools.js",
    want: "../node_modules/pino/lib/tools.js",
  },
])("$title", ({ given, want }) => {
  expect(published({ sources: [given], mappings: "AAAA" })?.sources).toEqual([want]);
});

test("a file below dist counts from its own folder", () => {
  const map = published({ sources: [`${up}/../src/hooks/a.ts`], mappings: "AAAA" }, "dist/hooks/index.js");
  expect(map?.sources).toEqual([`${up}/../src/hooks/a.ts`]);
});

test("a segment is left for each line of a source, and where none begins", () => {
  const { mappings } = published({
    sources: [`${up}/src/a.ts`, `${up}/src/b.ts`],
    mappings: encode([
      [[0, 0, 4, 0], [6, 0, 4, 6], [9, 0, 5, 2, 0], [12, 0, 5, 7], [20], [24, 1, 5, 7]],
      [],
      [[0, 1, 5, 7]],
    ]),
  }) ?? { mappings: "" };
  expect(mappings).toBe(encode([[[0, 0, 4, 0], [9, 0, 5, 2], [20], [24, 1, 5, 7]], [], [[0, 1, 5, 7]]]));
});

test("contents and names of the sources are left out", () => {
  const bundled = {
    version: 3,
    sources: [`${up}/src/a.ts`],
    sourcesContent: ["const a = 1;"],
    names: ["a"],
    mappings: "AAAA",
  };
  expect(published(bundled)).toEqual({ version: 3, sources: [`${up}/src/a.ts`], names: [], mappings: "AAAA" });
});

test("a file that only has the exports of others has no map", () => {
  expect(published({ sources: [], mappings: ";;" })).toBeUndefined();
});
