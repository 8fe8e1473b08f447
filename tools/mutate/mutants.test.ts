// Which files of a target are mutated.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { filesOf, mutantsOf } from "./mutants.ts";
import type { Target } from "./targets.ts";

function packageWith(...files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "capstan-mutated-files-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const file of files.map((name) => join(root, "packages/foo", name))) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'export const a = "text";\n');
  }
  return root;
}

const target: Target = {
  name: "foo",
  folder: "packages/foo",
  files: "src/{*.ts,!(other)/**/*.ts}",
  messages: ["src/messages/{a,b}.ts"],
};

test("tests, generated files, files of messages and what the pattern leaves out are not mutated", () => {
  const mutated = ["src/a.ts", "src/deep/er/b.ts", "src/messages/c.ts"];
  const left = [
    "src/a.test.ts",
    "src/types.test-d.ts",
    "src/generated/d.ts",
    "src/messages/a.ts",
    "src/messages/b.ts",
    "src/other/e.ts",
  ];
  expect(filesOf(target, packageWith(...mutated, ...left))).toEqual(mutated);
});

test("a mutant has its place, counted from zero", async () => {
  const root = packageWith("src/a.ts");
  expect(await mutantsOf(target, filesOf(target, root), root)).toEqual([
    {
      file: "src/a.ts",
      mutator: "StringLiteral",
      replacement: '""',
      start: { line: 0, column: 17 },
      end: { line: 0, column: 23 },
    },
  ]);
});
