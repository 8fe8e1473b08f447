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

/** Packages whose README lists every code of its table of errors. */
const complete = [
  "client",
  "controller-kit",
  "core-sim",
  "extension-kit",
  "kube",
  "operator",
  "process",
  "serve",
  "testenv",
];

it.each(complete)("finds every code of %s in its README", (name) => {
  const tables = globSync(`packages/${name}/src/**/*errors.ts`, { cwd: root }).map((file) =>
    readFileSync(`${root}${file}`, "utf8"),
  );
  const codes = tables.flatMap((text) => [...text.matchAll(new RegExp(`^ {2}"(${code})": \\{`, "gm"))]);
  const readme = readFileSync(`${root}packages/${name}/README.md`, "utf8");
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.map(([, found = ""]) => found).filter((found) => !readme.includes(`\`${found}\``))).toEqual([]);
});

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
