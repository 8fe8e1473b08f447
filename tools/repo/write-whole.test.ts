// How a file is replaced.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeWhole } from "./write-whole.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-whole-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a file is replaced, with the folders that are missing, and links in its place or beside it are not followed", () => {
  const other = join(folder, "other");
  writeFileSync(other, "other");
  for (const name of ["a", "a.new"]) symlinkSync(other, join(folder, name));
  writeWhole(join(folder, "a"), "1");
  writeWhole(join(folder, "deep/er/b"), "2");
  writeWhole(join(folder, "deep/er/b"), "3");
  expect(["other", "a", "deep/er/b"].map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([
    "other",
    "1",
    "3",
  ]);
  expect(readdirSync(join(folder, "deep/er"))).toEqual(["b"]);
});

test("a failure leaves nothing beside the file", () => {
  mkdirSync(join(folder, "a/b"), { recursive: true });
  expect(() => writeWhole(join(folder, "a"), "1")).toThrow("EISDIR");
  expect(readdirSync(folder)).toEqual(["a"]);
});
