// Which tests of a package run on its mutants.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createVitest } from "vitest/node";

test("runs tests in src, and none outside of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-judging-tests-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["src/a.test.ts", "src/deep/er/b.test.ts", "src/c.slow.test.ts", "test/d.test.ts"]) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), "");
  }
  const config = join(import.meta.dirname, "source-tests.config.ts");
  const vitest = await createVitest("test", { root: folder, config, watch: false });
  onTestFinished(() => vitest.close());
  const found = await vitest.globTestSpecifications();
  expect(found.map(({ moduleId }) => relative(folder, moduleId)).toSorted()).toEqual([
    "src/a.test.ts",
    "src/deep/er/b.test.ts",
  ]);
});
