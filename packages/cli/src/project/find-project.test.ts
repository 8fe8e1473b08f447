// Which project a command works on, and whose it may be.
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findProject } from "./find-project.ts";
import { namedProjects } from "./named-projects.ts";

const someoneElse = 65534;
const mayChangeOwners = process.getuid?.() === 0;
let shared: string;
let root: string;
let inner: string;

/** A folder of all users as /tmp is, with a project in it, and a folder below the project. */
beforeEach(() => {
  shared = realpathSync(mkdtempSync(join(tmpdir(), "capstan-find-")));
  chmodSync(shared, 0o1777);
  root = join(shared, "project");
  inner = join(root, "work", "inner");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(root, "package.json"), '{"name":"above"}');
  writeFileSync(join(root, "capstan.config.ts"), "export default {};\n");
});
afterEach(() => rmSync(shared, { recursive: true }));

const found = (folder: string): Promise<string> =>
  findProject(folder).then(({ manifest }) => manifest.name ?? "", describeError);

function named(path: string, cwd: string): string {
  try {
    return namedProjects([path], cwd)
      .projects.map((project) => project.root)
      .join();
  } catch (error) {
    return describeError(error);
  }
}

const foreign = (path: string): string =>
  `"${path}" belongs to the user ${someoneElse}, so nothing of that project is run\n  help: if you trust that user, run the command in a folder that belongs to the user ${someoneElse}, or take over the project with chown; otherwise put a package.json into the folder that you meant`;

test("the nearest folder with a package.json", async () => {
  expect(await found(inner)).toBe("above");
  writeFileSync(join(inner, "package.json"), '{"name":"here"}');
  expect(await found(inner)).toBe("here");
});

test.runIf(mayChangeOwners).each(["package.json", "capstan.config.ts", "capstan.config.mjs"])(
  "a project whose %s belongs to someone else is rejected, found or named, and from its own folder too",
  async (name) => {
    const file = join(root, name);
    writeFileSync(file, '{"name":"above"}');
    chownSync(file, someoneElse, someoneElse);
    expect([await found(inner), await found(root)]).toEqual([foreign(file), foreign(file)]);
    for (const path of [root, inner, join(root, "src/api/foo.ts"), "project", "./project/gone.ts"])
      expect(named(path, shared)).toBe(foreign(file));
  },
);

test.runIf(mayChangeOwners)(
  "a project in a folder of someone else, who can replace every file, is rejected",
  async () => {
    chownSync(root, someoneElse, someoneElse);
    expect([await found(inner), named(root, shared)]).toEqual([foreign(root), foreign(root)]);
    expect(await found(root)).toBe("above");
  },
);

test.runIf(mayChangeOwners)(
  "a project of the owner of the current folder is used, as with a mounted folder, but not because it is that user's own",
  async () => {
    for (const path of [root, join(root, "package.json"), join(root, "capstan.config.ts"), inner])
      chownSync(path, someoneElse, someoneElse);
    expect([await found(inner), await found(root), named(root, inner)]).toEqual(["above", "above", root]);
    expect([await found(join(root, "work")), named(root, shared)]).toEqual([foreign(root), foreign(root)]);
  },
);

test("a project in a folder that all users share is rejected, found or named: anyone can put a file beside its own", async () => {
  writeFileSync(join(shared, "package.json"), '{"name":"shared"}');
  rmSync(join(root, "package.json"));
  const message = `the project in "${shared}" is not run, because every user of this computer may put files there\n  help: move the project into a folder of its own, or put a package.json into the folder that you meant`;
  expect([await found(inner), await found(shared), named(shared, inner), named("package.json", shared)]).toEqual(
    Array.from({ length: 4 }, () => message),
  );
  chmodSync(shared, 0o755);
  expect(await found(inner)).toBe("shared");
});

test.runIf(mayChangeOwners).each([
  ["packages", (path: string) => mkdirSync(path), "node_modules"],
  ["a link to packages", (path: string) => symlinkSync(root, path), "node_modules"],
  ["options of the compiler", (path: string) => writeFileSync(path, "{}"), "tsconfig.json"],
])("%s above a project are the user's own, or the project is rejected", async (_, put, name) => {
  const file = join(shared, name);
  put(file);
  expect(await found(inner)).toBe("above");
  lchownSync(file, someoneElse, someoneElse);
  const message = `"${file}" belongs to another user, and commands look there`;
  expect(await found(inner)).toContain(message);
  expect(named(root, shared)).toContain(message);
});

test.runIf(mayChangeOwners)("a project below a folder of someone else, or a link of theirs, is rejected", async () => {
  const other = join(shared, "other");
  mkdirSync(other);
  const message = (path: string): string => `"${path}" above the project belongs to the user ${someoneElse}`;
  symlinkSync(shared, join(other, "link"));
  const linked = join(other, "link", "project");
  expect(await found(linked)).toBe("above");
  lchownSync(join(other, "link"), someoneElse, someoneElse);
  expect(await found(linked)).toContain(message(join(other, "link")));
  chownSync(shared, someoneElse, someoneElse);
  expect(await found(inner)).toContain(message(shared));
  expect(named(root, inner)).toContain(message(shared));
  // As with a mounted folder.
  chownSync(inner, someoneElse, someoneElse);
  expect(await found(inner)).toBe("above");
});
