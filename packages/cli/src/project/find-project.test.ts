// Which project a command works on, and whose it may be.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findProject } from "./find-project.ts";

const someoneElse = 65534;
const mayChangeOwners = process.getuid?.() === 0;
let root: string;
let inner: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-find-"));
  chmodSync(root, 0o1777);
  inner = join(root, "work", "inner");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(root, "package.json"), '{"name":"above"}');
});
afterEach(() => rmSync(root, { recursive: true }));

const found = (folder: string): Promise<string> =>
  findProject(folder).then(({ manifest }) => manifest.name ?? "", describeError);

test("the nearest folder with a package.json", async () => {
  expect(await found(inner)).toBe("above");
  writeFileSync(join(inner, "package.json"), '{"name":"here"}');
  expect(await found(inner)).toBe("here");
});

test.runIf(mayChangeOwners).each(["package.json", "capstan.config.ts"])(
  "a project above whose %s belongs to someone else is rejected",
  async (name) => {
    writeFileSync(join(root, "capstan.config.ts"), "export default {};\n");
    chownSync(join(root, name), someoneElse, someoneElse);
    expect(await found(inner)).toBe(
      `"${join(root, name)}" belongs to the user ${someoneElse}, so nothing of that project is run\n  help: run the command in the project's own folder if you trust it, or put a package.json into "${inner}"`,
    );
    expect(await found(root)).toBe("above");
  },
);

test.runIf(mayChangeOwners)(
  "a project of the owner of the current folder is used, as with a mounted folder",
  async () => {
    for (const path of [join(root, "package.json"), join(root, "work"), inner])
      chownSync(path, someoneElse, someoneElse);
    expect(await found(inner)).toBe("above");
  },
);
