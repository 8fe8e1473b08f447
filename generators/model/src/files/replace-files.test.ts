// Writing files all or none.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { moveIn, replaceFiles, unguessedName } from "./replace-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-replace-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("files that are already right keep their time stamps", () => {
  writeFileSync(join(root, "same"), "1");
  writeFileSync(join(root, "old"), "1");
  utimesSync(join(root, "same"), 1, 1);
  const files = ["same", "old", "deep/er/new"].map((path) => ({ path, content: path === "same" ? "1" : "2" }));
  expect(replaceFiles(root, files)).toEqual({
    changes: [
      { path: "old", change: "updated" },
      { path: "deep/er/new", change: "created" },
    ],
    unchanged: 1,
  });
  expect(statSync(join(root, "same")).mtimeMs).toBe(1000);
});

test("what others may have put at a name beside a file is not written through, and names cannot be guessed", () => {
  const [mine, file] = [join(root, "mine"), join(root, "a.ts")];
  writeFileSync(mine, "precious");
  for (const name of [`${file}.capstan-${process.pid}`, `${file}.new`, `${file}.tmp`]) symlinkSync(mine, name);
  writeFileSync(file, "old");
  replaceFiles(root, [{ path: "a.ts", content: "new" }]);
  moveIn(root, [], { removed: ["a.ts"] });
  expect([readFileSync(mine, "utf8"), existsSync(file)]).toEqual(["precious", false]);
  const names = Array.from({ length: 100 }, () => unguessedName(file));
  expect([new Set(names).size, names.filter((name) => /\/a\.ts\.capstan-[\w-]{12}$/.test(name)).length]).toEqual([
    100, 100,
  ]);
});

test("a link at the name of a staged file is an error, and is not followed", () => {
  const [mine, file] = [join(root, "mine"), join(root, "a.ts")];
  writeFileSync(mine, "precious");
  symlinkSync(mine, join(root, "guessed"));
  const besideName = (): string => join(root, "guessed");
  expect(() => moveIn(root, [{ path: "a.ts", content: "new" }], { besideName })).toThrow("EEXIST");
  expect([readFileSync(mine, "utf8"), existsSync(file)]).toEqual(["precious", false]);
});

test("a file that is not accepted is not written, before or after its folders are there, and nothing is left of them", () => {
  const files = ["a/1", "b/c/2"].map((path) => ({ path, content: "" }));
  const seen: string[] = [];
  const accept = (file: string): void => void seen.push(`${relative(root, file)} ${existsSync(dirname(file))}`);
  const reject = (at: string) => (file: string) => {
    accept(file);
    if (seen.at(-1) === at) throw new Error("rejected");
  };
  for (const at of ["b/c/2 false", "b/c/2 true"]) {
    expect(() => replaceFiles(root, files, { accept: reject(at) })).toThrow("rejected");
    expect(readdirSync(root)).toEqual([]);
  }
  seen.length = 0;
  replaceFiles(root, files, { accept });
  expect(seen).toEqual(["a/1 false", "b/c/2 false", "a/1 true", "b/c/2 true"]);
  // Also one that is right already, or is to be removed.
  expect(() => replaceFiles(root, files, { accept: reject("a/1 true") })).toThrow("rejected");
  expect(() => moveIn(root, [], { removed: ["a/1"], accept: reject("a/1 true") })).toThrow("rejected");
  expect(existsSync(join(root, "a/1"))).toBe(true);
});

test("a path that is given twice is written once, with what was given last", () => {
  const files = ["1", "2"].map((content) => ({ path: "a", content }));
  expect(replaceFiles(root, files)).toEqual({ changes: [{ path: "a", change: "created" }], unchanged: 0 });
  expect(readFileSync(join(root, "a"), "utf8")).toBe("2");
});

test("a write that fails takes back the folders that it created", () => {
  mkdirSync(join(root, "there"));
  const files = ["there/new/a", "new/deep/b", `there/new/${"x".repeat(300)}`].map((path) => ({ path, content: "" }));
  expect(() => moveIn(root, files)).toThrow("ENAMETOOLONG");
  expect(readdirSync(root, { recursive: true })).toEqual(["there"]);
});

test("a folder in a file's place is found before anything is written", () => {
  mkdirSync(join(root, "b"));
  const files = ["a", "b"].map((path) => ({ path, content: "" }));
  expect(() => replaceFiles(root, files)).toThrow("EISDIR");
  expect(readdirSync(root)).toEqual(["b"]);
});

test("a file in a folder's place leaves nothing behind", () => {
  writeFileSync(join(root, "b"), "mine");
  const files = ["a", "b/c"].map((path) => ({ path, content: "" }));
  expect(() => replaceFiles(root, files)).toThrow("ENOTDIR");
  expect(readdirSync(root)).toEqual(["b"]);
});

test.runIf(existsSync("/proc/self"))("a folder that nobody can create is an error at once", () => {
  expect(() => replaceFiles("/proc/capstan/a", [{ path: "b/c", content: "" }])).toThrow("ENOENT");
});
