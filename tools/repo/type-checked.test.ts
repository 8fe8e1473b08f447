// Which files the patterns of a tsconfig.json leave out.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { uncheckedFiles } from "./type-checked.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-type-checked-"));
const files = ["src/deep/index.ts", "test/suite.ts", "vitest.config.ts"];
for (const file of files) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), "");
}
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  { include: ["src", "test", "*.config.ts"], want: [] },
  { include: ["src", "*.config.ts"], want: ["test/suite.ts"] },
  { include: ["*.ts"], want: ["src/deep/index.ts", "test/suite.ts"] },
  { include: ["src/**/*", "*.ts"], want: ["test/suite.ts"] },
])("$include", ({ include, want }) => {
  expect(uncheckedFiles(files, include, folder)).toEqual(want);
});
