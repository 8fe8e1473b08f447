// Tarballs with one fault each, and one without; and that every package is among those that are checked.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publishedPackages, root } from "@capstan/repo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tarballFaults } from "./tarball-faults.ts";

type Files = Readonly<Record<string, string>>;

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "capstan-tarballs-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const manifest = {
  name: "small",
  version: "1.0.0",
  license: "Apache-2.0",
  type: "module",
  files: ["dist"],
  exports: {
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./more": { types: "./dist/more.d.ts", default: "./dist/more.js" },
  },
};

const up = "..";
const map = { version: 3, sources: [`${up}/src/more.ts`], names: [], mappings: "AAAA" };

const whole: Files = {
  "package.json": JSON.stringify(manifest),
  "dist/index.js": 'export { more } from "./more.js";\n',
  "dist/index.d.ts": 'export { more } from "./more.js";\n',
  "dist/more.js": "export const more = 1;\n//# sourceMappingURL=more.js.map\n",
  "dist/more.js.map": JSON.stringify(map),
  "dist/more.d.ts": "export declare const more: number;\n",
};

const without = (...names: readonly string[]): Files =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
const withExports = (more: object): Files => ({
  ...whole,
  "package.json": JSON.stringify({ ...manifest, exports: { ...manifest.exports, ...more } }),
});

let count = 0;
function pack(files: Files): string {
  const folder = join(work, String((count += 1)));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "package", name)), { recursive: true });
    writeFileSync(join(folder, "package", name), content);
  }
  execFileSync("tar", ["-czf", "small.tgz", "package"], { cwd: folder });
  return join(folder, "small.tgz");
}

interface Case {
  readonly title: string;
  readonly given: Files;
  readonly want: readonly string[];
}

const cases: readonly Case[] = [
  { title: "nothing", given: whole, want: [] },
  {
    title: "an export whose files nobody wrote",
    given: withExports({ "./other": { types: "./dist/other.d.ts", default: "./dist/other.js" } }),
    want: [
      'publint: pkg.exports["./other"].types is ./dist/other.d.ts but the file does not exist.',
      'publint: pkg.exports["./other"].default is ./dist/other.js but the file does not exist.',
      "attw: Resolution failed: entrypoint ./other, resolutionKind node16-esm",
      "attw: Resolution failed: entrypoint ./other, resolutionKind bundler",
    ],
  },
  {
    title: "conditions in the wrong order, which publint calls a warning",
    given: withExports({ ".": { default: "./dist/index.js", types: "./dist/index.d.ts" } }),
    want: [
      'publint: pkg.exports["."].types should be the first in the object as conditions are order-sensitive so it can be resolved by TypeScript.',
      'publint: pkg.exports["."].default should be the last in the object so it doesn\'t take precedence over the keys following it.',
    ],
  },
  {
    title: "a file that was left out",
    given: without("dist/more.js"),
    want: ['publint: pkg.exports["./more"].default is ./dist/more.js but the file does not exist.'],
  },
  {
    title: "types of one entry that were left out",
    given: without("dist/more.d.ts"),
    want: [
      'publint: pkg.exports["./more"].types is ./dist/more.d.ts but the file does not exist.',
      "attw: Could not find types: entrypoint ./more, resolutionKind node16-esm",
      "attw: Could not find types: entrypoint ./more, resolutionKind bundler",
    ],
  },
  {
    title: "no types, and no word of them",
    given: {
      ...without("dist/index.d.ts", "dist/more.d.ts"),
      "package.json": JSON.stringify({ ...manifest, exports: "./dist/index.js" }),
    },
    want: ["attw: the tarball has no types"],
  },
  {
    title: "types that lead to a file that is not there",
    given: { ...whole, "dist/index.d.ts": 'export { more } from "./gone.js";\n' },
    want: ["node16", "bundler"].map(
      (option) =>
        `attw: Internal resolution error: resolutionOption ${option}, fileName /node_modules/small/dist/index.d.ts, moduleSpecifier ./gone.js`,
    ),
  },
  {
    title: "no source maps",
    given: { ...without("dist/more.js.map"), "dist/more.js": "export const more = 1;\n" },
    want: ["maps: the tarball has no source maps"],
  },
  {
    title: "a map that was left out",
    given: without("dist/more.js.map"),
    want: ["maps: dist/more.js names more.js.map, which is not in the tarball", "maps: the tarball has no source maps"],
  },
  {
    title: "a map with the contents of the sources, names and a place outside of the package",
    given: {
      ...whole,
      "dist/more.js.map": JSON.stringify({
        ...map,
        sources: [`${up}/../src/a.ts`],
        sourcesContent: ["1"],
        names: ["a"],
      }),
    },
    want: ["sourcesContent", "names", "a source outside of the package, ../../src/a.ts"].map(
      (what) => `maps: dist/more.js.map has ${what}`,
    ),
  },
  {
    title: "CommonJS where the manifest says ESM",
    given: { ...whole, "dist/index.js": 'module.exports = require("./more.js");\n' },
    want: [
      'publint: pkg.exports["."].default is ./dist/index.js and is written in CJS, but is interpreted as ESM. Consider using the .cjs extension, e.g. ./dist/index.cjs',
    ],
  },
];

test.each(cases)("$title", async ({ given, want }) => {
  expect(await tarballFaults(pack(given))).toEqual(want);
});

test("a file that is no tarball", async () => {
  const file = join(work, "small.txt");
  writeFileSync(file, "small");
  await expect(tarballFaults(file)).rejects.toThrow("incorrect header check");
});

test("each published package is built before its tarball is checked", () => {
  const settings = readFileSync(join(import.meta.dirname, "turbo.json"), "utf8").replaceAll(/^ *\/\/.*$/gm, "");
  const { tasks } = JSON.parse(settings) as {
    readonly tasks: Readonly<Record<string, { readonly dependsOn: string[] }>>;
  };
  const names = publishedPackages().map((folder) => {
    const { name } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as { readonly name: string };
    return `${name}#build`;
  });
  expect(tasks["package:check"]?.dependsOn.toSorted()).toEqual([...names, "source"].toSorted());
});
