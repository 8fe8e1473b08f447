// Whose modules are run.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { typesWriter } from "../import/openapi-typescript.ts";
import { foreignDependency, foreignModule, trustedUsers } from "./foreign-files.ts";

const someoneElse = 65534;
const mayChangeOwners = process.getuid?.() === 0;
let root: string;
let work: string;
let file: string;

/** A shared folder as /tmp is, with a package in it, and a project below. */
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-foreign-")));
  chmodSync(root, 0o1777);
  work = join(root, "work");
  mkdirSync(work);
  const folder = join(root, "node_modules/openapi-typescript");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(work, "package.json"), "{}");
  writeFileSync(join(folder, "package.json"), '{"version":"7.1.0"}');
  file = join(folder, "index.js");
  writeFileSync(file, 'globalThis.ran = true; module.exports = { default: async () => [], astToString: () => "" };');
});
afterEach(() => rmSync(root, { recursive: true }));

function problem(path: string = file): string | undefined {
  const trusted = trustedUsers(work);
  return trusted === undefined ? undefined : foreignModule(path, trusted)?.replace(root, "<root>");
}

test("a module of the user below a shared folder is run", () => {
  expect(problem()).toBeUndefined();
});

test.runIf(mayChangeOwners).each([
  ["node_modules", "node_modules"],
  ["node_modules/openapi-typescript", "node_modules/openapi-typescript"],
  ["node_modules/openapi-typescript/index.js", "node_modules/openapi-typescript/index.js"],
  [".", ""],
])("a module is not run when %s belongs to someone else", (path, shown) => {
  chownSync(join(root, path), someoneElse, someoneElse);
  expect(problem()).toBe(
    `"<root>${shown === "" ? "" : `/${shown}`}" belongs to the user ${someoneElse}, so nothing in it is run`,
  );
});

test.each(["node_modules", "node_modules/openapi-typescript"])("a module is not run when all may change %s", (path) => {
  chmodSync(join(root, path), 0o777);
  expect(problem()).toBe(`every user may change "<root>/${path}", so nothing in it is run`);
});

test.runIf(mayChangeOwners)("what a link leads to counts, and outside of node_modules its package", () => {
  const link = join(work, "link.js");
  symlinkSync(file, link);
  chownSync(file, someoneElse, someoneElse);
  expect(problem(link)).toContain("belongs to the user");
  const own = join(work, "lib/own.js");
  mkdirSync(join(work, "lib"));
  writeFileSync(own, "");
  chownSync(root, someoneElse, someoneElse);
  expect(problem(own)).toBeUndefined();
});

test.runIf(mayChangeOwners)("modules of the owner of the current folder are run, as with a mounted folder", () => {
  for (const path of [work, join(root, "node_modules"), file]) chownSync(path, someoneElse, someoneElse);
  expect(problem()).toBeUndefined();
});

test.runIf(mayChangeOwners)("a module of another user is not loaded, in the project or outside of it", () => {
  const users = trustedUsers(work) ?? new Set();
  const foreign = (path: string): string | undefined =>
    foreignDependency(join(root, path), work, users)?.replace(root, "<root>");
  const write = (path: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  };
  const inProject = relative(root, work);
  const paths = ["node_modules/@a/b/c.js", "node_modules/file.js", `${inProject}/node_modules/own/a.js`];
  for (const path of paths) write(path);
  expect(paths.map(foreign)).toEqual([undefined, undefined, undefined]);
  for (const path of paths) chownSync(join(root, path), someoneElse, someoneElse);
  expect(paths.map(foreign)).toEqual(paths.map((path) => `<root>/${path}`));
  // The file is the user's own again, and its folder another user's.
  chownSync(join(root, paths[2] ?? ""), 0, 0);
  chownSync(join(work, "node_modules/own"), someoneElse, someoneElse);
  expect(foreign(paths[2] ?? "")).toBe(`<root>/${inProject}/node_modules/own`);
  chownSync(join(root, "node_modules/@a"), someoneElse, someoneElse);
  chownSync(join(root, paths[0] ?? ""), 0, 0);
  expect(foreign(paths[0] ?? "")).toBe("<root>/node_modules/@a");
  symlinkSync(join(root, "node_modules/@a"), join(work, "node_modules/linked"));
  expect(foreign(`${relative(root, work)}/node_modules/linked/b/c.js`)).toBe("<root>/node_modules/@a");
});

describe("the library that writes the types of hooks", () => {
  const write = (): unknown => typesWriter({ root: work, trusted: trustedUsers(work) })({});

  test("is loaded from a folder above the project", async () => {
    expect(await write()).toBe("");
    expect(Reflect.deleteProperty(globalThis, "ran")).toBe(true);
  });

  test.runIf(mayChangeOwners).each([
    ["the library", "openapi-typescript", ""],
    ["what it loads", "needed", 'require("needed");'],
  ])("is not loaded when %s belongs to someone else", async (_, name, content) => {
    mkdirSync(join(root, "node_modules/needed"), { recursive: true });
    writeFileSync(join(root, "node_modules/needed/index.js"), "globalThis.ran = true;");
    writeFileSync(file, content);
    chownSync(join(root, "node_modules", name), someoneElse, someoneElse);
    await expect(write()).rejects.toThrow(/node_modules\/[\w-]+" belongs to the user 65534, so nothing in it is run/);
    expect(globalThis).not.toHaveProperty("ran");
  });

  test.runIf(mayChangeOwners)("is not run when it is replaced between the look at its owner and the load", async () => {
    const theirs = join(root, "theirs.js");
    writeFileSync(theirs, "globalThis.ran = true; module.exports = {};");
    chownSync(theirs, someoneElse, someoneElse);
    // A hook below that of the command, as late as another user can be.
    const swap = registerHooks({
      load(url, context, next) {
        if (url === pathToFileURL(file).href) renameSync(theirs, file);
        return next(url, context);
      },
    });
    try {
      await expect(write()).rejects.toThrow(`"${file}" was replaced while it was loaded: run the command again`);
      expect(globalThis).not.toHaveProperty("ran");
    } finally {
      swap.deregister();
    }
  });
});
