// The digest of the corpus: what changes it.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { corpusDigest } from "./turbo-environment.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-corpus-"));
  mkdirSync(join(folder, "crds"));
  writeFileSync(join(folder, "crds/a.yaml"), "a: 1\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ["another byte", () => writeFileSync(join(folder, "crds/a.yaml"), "a: 2\n")],
  ["another name", () => renameSync(join(folder, "crds/a.yaml"), join(folder, "crds/b.yaml"))],
  ["one more file", () => writeFileSync(join(folder, "b.yaml"), "")],
  ["a hidden file", () => writeFileSync(join(folder, ".hidden"), "x")],
  ["no file", () => rmSync(join(folder, "crds/a.yaml"))],
])("%s is another digest", (_, change) => {
  const before = corpusDigest(folder);
  expect(corpusDigest(folder)).toBe(before);
  change();
  expect(corpusDigest(folder)).not.toBe(before);
});

test("a folder that is not there has the digest of nothing", () => {
  expect(corpusDigest(join(folder, "missing"))).toBe(createHash("sha256").digest("hex"));
});
