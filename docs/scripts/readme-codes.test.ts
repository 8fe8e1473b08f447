// The tables of errors in READMEs name codes of their packages: each that a source has, and none that no source has.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const code = /[a-z][a-z-]*\/[a-z][a-z0-9-]*/.source;

it("finds every code of a README in the sources", () => {
  const written = new Set([...sources().matchAll(new RegExp(`["'\`](${code})["'\`]`, "g"))].map(([, found]) => found));
  const named = readmes().flatMap(([file, text]) =>
    [...text.matchAll(/^\| `.*?\|/gm)].flatMap(([cell]) =>
      [...cell.matchAll(new RegExp(`\`(${code})\``, "g"))].map(([, found]) => ({ file, found })),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ found }) => !written.has(found))).toEqual([]);
});

/** Folders whose README lists every code of their tables, and how the files of the tables end. */
const complete = [
  ["packages/client", "errors.ts"],
  ["packages/controller-kit", "errors.ts"],
  ["packages/core-sim", "errors.ts"],
  ["packages/extension-kit", "errors.ts"],
  ["packages/kube", "errors.ts"],
  ["packages/operator", "errors.ts"],
  ["packages/process", "errors.ts"],
  ["packages/serve", "errors.ts"],
  ["packages/testenv", "errors.ts"],
  ["generators/conversion", "diagnostics.ts"],
  ["generators/crd", "diagnostics.ts"],
  ["generators/hooks", "diagnostics.ts"],
  ["generators/model", "errors.ts"],
];

it.each(complete)("finds every code of %s in its README", (folder, ending) => {
  const tables = globSync(`${folder}/src/**/*${ending}`, { cwd: root }).map((file) =>
    readFileSync(`${root}${file}`, "utf8"),
  );
  const codes = tables.flatMap((text) => [...text.matchAll(new RegExp(`^ {2}"(${code})": (?:\\{|error\\()`, "gm"))]);
  const named = namedCodes(readFileSync(`${root}${folder}/README.md`, "utf8"));
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.map(([, found = ""]) => found).filter((found) => !named.has(found))).toEqual([]);
});

/** The codes in a page. One that follows another of the same area in a cell may leave the area out: `a/b`, `c`. */
function namedCodes(page: string): ReadonlySet<string> {
  const codes = [...page.matchAll(new RegExp(`\`(${code})\`((?:, \`[a-z0-9-]+\`)*)`, "g"))];
  return new Set(
    codes.flatMap(([, first = "", others = ""]) => [
      first,
      ...[...others.matchAll(/[a-z0-9-]+/g)].map(([name]) => `${first.split("/")[0]}/${name}`),
    ]),
  );
}

function sources(): string {
  const files = globSync("{packages,generators}/*/src/**/*.ts", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/*.test.ts"],
  });
  return files.map((file) => readFileSync(`${root}${file}`, "utf8")).join("\n");
}

function readmes(): readonly (readonly [string, string])[] {
  const files = globSync("{packages,generators}/*/README.md", { cwd: root });
  return files.map((file) => [file, readFileSync(`${root}${file}`, "utf8")] as const);
}
