// Files on disk: written whole or not at all, compared, and removed when nothing makes them any more.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describeError } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ownedFilesPath } from "./owned-files.ts";
import { ownedFiles, writeFiles } from "./write-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-write-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (path: string): string => readFileSync(join(root, path), "utf8");

function failure(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return describeError(error);
  }
  return "no error";
}

test("creates, updates and removes, and leaves nothing else behind", () => {
  const first = writeFiles(
    [
      { path: "generated/a.yaml", content: "a\n" },
      { path: "generated/b.yaml", content: "b\n" },
    ],
    { root },
  );
  expect(first.changes.map(({ path, change }) => `${change} ${path}`)).toEqual([
    "created generated/.capstan-owned.json",
    "created generated/a.yaml",
    "created generated/b.yaml",
  ]);
  const second = writeFiles([{ path: "generated/a.yaml", content: "A\n" }], { root });
  expect(second).toEqual({
    unchanged: 0,
    changes: [
      { path: ownedFilesPath(), change: "updated", diff: expect.stringContaining("generated/b.yaml") as string },
      { path: "generated/a.yaml", change: "updated", diff: "@@ line 1 @@\n- a\n+ A\n  " },
      { path: "generated/b.yaml", change: "removed", diff: "@@ line 1 @@\n- b\n  " },
    ],
  });
  expect(read("generated/a.yaml")).toBe("A\n");
  expect(readdirSync(join(root, "generated")).toSorted()).toEqual([".capstan-owned.json", "a.yaml"]);
  expect(writeFiles([{ path: "generated/a.yaml", content: "A\n" }], { root })).toEqual({ changes: [], unchanged: 2 });
});

test("a list that is missing or says something else is drift like any other file, and is written again", () => {
  const files = [{ path: "generated/a.yaml", content: "a\n" }];
  writeFiles(files, { root });
  const list = read(ownedFilesPath());
  rmSync(join(root, ownedFilesPath()));
  const missing = { changes: [{ path: ownedFilesPath(), change: "created" }], unchanged: 1 };
  expect(writeFiles(files, { root, check: true })).toMatchObject(missing);
  expect(readdirSync(join(root, "generated"))).toEqual(["a.yaml"]);
  expect(writeFiles(files, { root })).toMatchObject(missing);
  expect(read(ownedFilesPath())).toBe(list);
  writeFileSync(join(root, ownedFilesPath()), "{}");
  const stale = { changes: [{ path: ownedFilesPath(), change: "updated" }], unchanged: 1 };
  expect(writeFiles(files, { root, check: true })).toMatchObject(stale);
  expect(writeFiles(files, { root })).toMatchObject(stale);
  expect(writeFiles(files, { root, check: true })).toEqual({ changes: [], unchanged: 2 });
});

test("check touches nothing", () => {
  const result = writeFiles([{ path: "generated/a.yaml", content: "a\n" }], { root, check: true });
  expect(result.changes).toEqual([
    { path: ownedFilesPath(), change: "created", diff: expect.stringContaining("generated/a.yaml") as string },
    { path: "generated/a.yaml", change: "created", diff: "@@ line 1 @@\n+ a\n  " },
  ]);
  expect(readdirSync(root)).toEqual([]);
});

test("an edit of a generated file is overwritten", () => {
  writeFiles([{ path: "a.ts", content: "a\n" }], { root });
  writeFileSync(join(root, "a.ts"), "edited\n");
  expect(writeFiles([{ path: "a.ts", content: "a\n" }], { root }).changes.map(({ path }) => path)).toEqual(["a.ts"]);
  expect(read("a.ts")).toBe("a\n");
});

test("a file made by hand is not overwritten, and nothing else is written either", () => {
  writeFileSync(join(root, "a.ts"), "mine\n");
  const files = [
    { path: "0.ts", content: "0\n" },
    { path: "a.ts", content: "a\n" },
  ];
  expect(failure(() => writeFiles(files, { root }))).toBe(
    "a.ts exists and is not a generated file\n  help: if a.ts was generated, restore generated/.capstan-owned.json from version control, or remove every generated file; if you wrote it, move it",
  );
  expect(readdirSync(root)).toEqual(["a.ts"]);
});

test("a stale file that was edited by hand is kept", () => {
  writeFiles([{ path: "a.ts", content: "a\n" }], { root });
  writeFileSync(join(root, "a.ts"), "edited\n");
  expect(failure(() => writeFiles([], { root }))).toBe(
    "a.ts is no longer generated, and was edited by hand\n  help: move the file to keep the edit, or remove it",
  );
});

test("a failed write leaves everything as it was", () => {
  mkdirSync(join(root, "b.ts"));
  const files = [
    { path: "a.ts", content: "a\n" },
    { path: "b.ts/c\0.ts", content: "c\n" },
  ];
  expect(failure(() => writeFiles(files, { root }))).not.toBe("no error");
  expect(readdirSync(root)).toEqual(["b.ts"]);
});

test("a failed removal leaves everything as it was", () => {
  writeFiles(
    [
      { path: "generated/a/old.yaml", content: "old\n" },
      { path: "generated/b/old.yaml", content: "old\n" },
      { path: "generated/kept.yaml", content: "before\n" },
    ],
    { root },
  );
  rmSync(join(root, "generated/b"), { recursive: true });
  symlinkSync("a", join(root, "generated/b"));
  const list = read(ownedFilesPath());
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted();
  const next = [
    { path: "generated/kept.yaml", content: "after\n" },
    { path: "generated/new/a.yaml", content: "a\n" },
  ];
  expect(failure(() => writeFiles(next, { root }))).toMatch(
    /^the generated files cannot be written, and nothing was changed: ENOENT/,
  );
  expect(readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted()).toEqual(files);
  expect([read(ownedFilesPath()), read("generated/a/old.yaml"), read("generated/kept.yaml")]).toEqual([
    list,
    "old\n",
    "before\n",
  ]);
});

test("a failed write takes the removals back", () => {
  writeFiles([{ path: "generated/old.yaml", content: "old\n" }], { root });
  const before = readdirSync(root, { recursive: true });
  expect(failure(() => writeFiles([{ path: "generated/c\0.yaml", content: "c\n" }], { root }))).not.toBe("no error");
  expect(readdirSync(root, { recursive: true })).toEqual(before);
});

test("the list lies in the folder that is named, and what lay in the default one moves along", () => {
  writeFiles([{ path: "generated/a.yaml", content: "a\n" }], { root });
  expect(ownedFiles({ root })).toEqual(["generated/.capstan-owned.json", "generated/a.yaml"]);
  const moved = writeFiles([{ path: "config/a.yaml", content: "a\n" }], { root, folder: "config" });
  expect(moved.changes.map(({ path, change }) => `${change} ${path}`)).toEqual([
    "created config/.capstan-owned.json",
    "created config/a.yaml",
    "removed generated/.capstan-owned.json",
    "removed generated/a.yaml",
  ]);
  expect(readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
    "config",
    "config/.capstan-owned.json",
    "config/a.yaml",
    "generated",
  ]);
  expect(ownedFiles({ root, folder: "config" })).toEqual(["config/.capstan-owned.json", "config/a.yaml"]);
  expect(ownedFiles({ root })).toEqual([]);
});

test.each([
  {
    path: "../a.ts",
    want: 'the generated file "../a.ts" would be outside the project\n  help: name a folder inside the project; if a folder on the way is a link, replace it by a folder',
  },
  {
    path: "/a.ts",
    want: 'the generated file "/a.ts" would be outside the project\n  help: name a folder inside the project; if a folder on the way is a link, replace it by a folder',
  },
])("$path is rejected", ({ path, want }) => {
  expect(failure(() => writeFiles([{ path, content: "" }], { root }))).toBe(want);
});

test.each([
  ["a folder where the file goes", "a.ts/x", '"<root>/a.ts" is a folder, where a file is needed'],
  ["a file where the folder goes", "b", '"<root>/b" is a file, where a folder is needed'],
])("%s stops everything", (_, inTheWay, problem) => {
  mkdirSync(dirname(join(root, inTheWay)), { recursive: true });
  writeFileSync(join(root, inTheWay), "");
  const before = readdirSync(root, { recursive: true });
  const files = [
    { path: "0.ts", content: "0" },
    { path: "a.ts", content: "a" },
    { path: "b/c.ts", content: "c" },
  ];
  expect(failure(() => writeFiles(files, { root })).replaceAll(root, "<root>")).toBe(
    `nothing was generated: ${problem}\n  help: move it, or set another folder in capstan.config.ts (generate.out, generate.code)`,
  );
  expect(readdirSync(root, { recursive: true })).toEqual(before);
});

test.each([
  "[1]",
  '{"../mine.txt":"hash"}',
  '{"/mine.txt":"hash"}',
  '{"":"hash"}',
  '{"./mine.txt":"hash"}',
  '{"generated/../mine.txt":"hash"}',
  '{"generated//mine.txt":"hash"}',
  '{"generated/":"hash"}',
  '{"generated\\\\..\\\\mine.txt":"hash"}',
  '{"mine.txt":1}',
])("the list of owned files %s stops everything", (list) => {
  mkdirSync(join(root, "generated"));
  writeFileSync(join(root, ownedFilesPath()), list);
  expect(failure(() => writeFiles([], { root }))).toBe(
    "generated/.capstan-owned.json is not the list of generated files\n  help: restore it from version control; without a good copy, remove generated/.capstan-owned.json and every generated file, also those of deleted kinds, and generate again",
  );
});

test.each([
  { name: "a folder that is a link", link: "generated/crds" },
  { name: "the folder of the list", link: "generated" },
])("through $name, nothing is written outside the project", ({ link }) => {
  const outside = mkdtempSync(join(tmpdir(), "capstan-outside-"));
  try {
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(outside, join(root, link));
    expect(failure(() => writeFiles([{ path: "generated/crds/a.yaml", content: "a\n" }], { root }))).toMatch(
      /^the generated file "generated\/.*" would be outside the project\n/,
    );
    expect(readdirSync(outside)).toEqual([]);
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test("links to folders inside the project are followed", () => {
  mkdirSync(join(root, "elsewhere"));
  symlinkSync("elsewhere", join(root, "generated"));
  writeFiles([{ path: "generated/crds/a.yaml", content: "a\n" }], { root });
  expect(read("elsewhere/crds/a.yaml")).toBe("a\n");
});
