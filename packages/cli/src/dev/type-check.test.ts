// The type checker of dev: errors with their place, once, and that types are right again.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectPlace } from "../project/foreign-project.ts";
import { resolvePackage } from "../project/installed-packages.ts";
import { TypeCheck, typeProblems } from "./type-check.ts";

let root: string;
let seen: string[];
/** How many errors each check has found. */
let counts: number[];
let types: TypeCheck;
/** The folders that are watched, and how often a save has started a check. */
let watched: Set<string>;
let saves: number;
beforeEach(() => {
  seen = [];
  counts = [];
  watched = new Set();
  saves = 0;
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-types-")));
  for (const folder of ["src", "test", "node_modules", ".capstan/dev"])
    mkdirSync(join(root, folder), { recursive: true });
  write("package.json", '{"type":"module"}');
  types = new TypeCheck({
    place: projectPlace(root, root),
    note: (line) => seen.push(line),
    found: ({ length }) => counts.push(length),
    watch: { add: (folder) => void watched.add(folder) },
    saved: () => void (saves += 1),
    show: (diagnostics) =>
      seen.push(
        ...diagnostics.map(
          ({ position, message }) => `${position?.file}:${position?.line}:${position?.column} ${message}`,
        ),
      ),
  });
});
afterEach(() => {
  types.stop();
  rmSync(root, { recursive: true });
});

function write(file: string, content: string): void {
  writeFileSync(join(root, file), content);
}

function install(): void {
  const folder = resolvePackage("typescript", dirname(fileURLToPath(import.meta.url))) ?? "";
  symlinkSync(folder, join(root, "node_modules/typescript"), "dir");
  write(
    "tsconfig.json",
    '{"compilerOptions":{"noEmit":true,"strict":true,"types":[],"skipLibCheck":true},"include":["src","test"]}',
  );
}

/** What a check shows or notes. */
async function checked(): Promise<readonly string[]> {
  seen = [];
  types.start();
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  return seen;
}

test("errors are shown with their place, counted as known afterwards, and are over when they are fixed", async () => {
  install();
  write("src/a.ts", 'export const a: number =\n  "x";\n');
  const found = [`${root}/src/a.ts:1:14 TS2322: Type 'string' is not assignable to type 'number'`];
  expect(await checked()).toEqual(found);
  expect(await checked()).toEqual(["types are still wrong in src/a.ts"]);
  write("src/a.ts", "export const a: number = 1;\n");
  expect(await checked()).toEqual(["types are right again"]);
  expect(counts).toEqual([1, 1, 0]);
});

test("a save of a test is checked, as that of another file that the last check has read is, and of no others", async () => {
  install();
  write("src/a.ts", "export const a: number = 1;\n");
  write("test/b.ts", "export const b: number = '';\n");
  types.saved([join(root, "src/a.test.ts")]);
  expect(saves).toBe(0);
  expect(await checked()).toHaveLength(1);
  expect([...watched].toSorted()).toEqual([join(root, "src"), join(root, "test")]);
  for (const other of ["src/a.yaml", "test/c.ts", "package.json"]) types.saved([join(root, other)]);
  expect(saves).toBe(0);
  seen = [];
  write("test/b.ts", "export const b: number = 1;\n");
  types.saved([join(root, "test/b.ts")]);
  await expect.poll(() => seen).toEqual(["types are right again"]);
  write("src/new.test.ts", "export const c: number = '';\n");
  types.saved([join(root, "src/new.test.ts")]);
  await expect.poll(() => counts).toEqual([1, 0, 1]);
  expect(saves).toBe(2);
});

test("a check that is stopped shows nothing, and the next one does", async () => {
  install();
  write("src/a.ts", "const a: number = '';\n");
  types.start();
  types.stop();
  expect(await checked()).toHaveLength(1);
});

test.each([
  ["no tsconfig.json", () => undefined, "types are not checked: there is no tsconfig.json"],
  [
    "no compiler",
    () => write("tsconfig.json", "{}"),
    "types are not checked: the project has no TypeScript; install it with npm install --save-dev typescript",
  ],
])("with %s, that is noted once", (_, prepare, want) => {
  prepare();
  types.start();
  types.start();
  expect(seen).toEqual([want]);
});

test("a check without a result is a warning until there is one, and no mistake of the types", async () => {
  install();
  write("src/a.ts", "export const a: number = 1;\n");
  mkdirSync(join(root, ".capstan/dev/types.tsbuildinfo"));
  const found = /undefined types are not checked: error TS5033: Could not write file /;
  expect(await checked()).toEqual([expect.stringMatching(found)]);
  rmSync(join(root, ".capstan/dev/types.tsbuildinfo"), { recursive: true });
  types.start();
  await expect.poll(() => counts).toEqual([1, 0]);
  expect(seen).toHaveLength(1);
});

test("a compiler that cannot run is a warning, and prints nothing itself", async () => {
  mkdirSync(join(root, "node_modules/typescript/bin"), { recursive: true });
  write("node_modules/typescript/package.json", '{"name":"typescript","version":"7.0.0"}');
  write(
    "node_modules/typescript/bin/tsc",
    'console.error("Unable to resolve @typescript/native\\n  at x"); process.exit(1);',
  );
  write("tsconfig.json", "{}");
  expect(await checked()).toEqual([
    "undefined:undefined:undefined types are not checked: Unable to resolve @typescript/native",
  ]);
});

test("only lines with a place are errors, and their further lines belong to them", () => {
  const output = "src/a (b).ts(3,5): error TS2322: Type 'x' is not\n  Types of a(b,c): error\nFound 1 error.\n";
  expect(typeProblems(output, "/p").map(({ position, message }) => [position, message])).toEqual([
    [{ file: "/p/src/a (b).ts", line: 3, column: 5 }, "TS2322: Type 'x' is not"],
  ]);
});
