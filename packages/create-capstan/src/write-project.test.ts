// Where a project is written on a computer with several users, who can see a process start and create its files first.
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPlace, writeProject } from "./write-project.ts";

const someoneElse = 65_534;
const mayChangeOwners = process.getuid?.() === 0;
const files = { "package.json": "{}", "src/main.ts": "// mine\n", "src/api/a.ts": "" };
let shared: string;
let folder: string;

beforeEach(() => {
  shared = realpathSync(mkdtempSync(join(tmpdir(), "create-capstan-shared-")));
  chmodSync(shared, 0o1777);
  folder = join(shared, "gate");
});
afterEach(() => rmSync(shared, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o7777;
const place = (cwd: string = shared): ReturnType<typeof findPlace> => findPlace(folder, cwd);

test("what others put at names that they can guess is not moved, and the modes are the usual ones", async () => {
  const guessed = join(shared, `.gate.capstan-${process.pid}`);
  mkdirSync(join(guessed, "src"), { recursive: true });
  for (const name of ["capstan.config.mts", "src/main.ts"]) writeFileSync(join(guessed, name), "// theirs\n");
  await writeProject(await place(), files);
  const written = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(written.toSorted()).toEqual(["package.json", "src", "src/api", "src/api/a.ts", "src/main.ts"]);
  expect(readFileSync(join(folder, "src/main.ts"), "utf8")).toBe("// mine\n");
  expect(readdirSync(shared).toSorted()).toEqual([`.gate.capstan-${process.pid}`, "gate"]);
  const usual = join(shared, "usual");
  mkdirSync(usual);
  writeFileSync(join(usual, "file"), "");
  for (const name of [".", "src", "src/api"]) expect(modeOf(join(folder, name))).toBe(modeOf(usual));
  expect(modeOf(join(folder, "src/main.ts"))).toBe(modeOf(join(usual, "file")));
});

test.each<[string, () => void]>([
  ["a folder", () => mkdirSync(folder)],
  ["a link to a folder", () => symlinkSync(shared, folder)],
])("%s that appears after the check is not used", async (_, plant) => {
  const found = await place();
  plant();
  await expect(writeProject(found, files)).rejects.toThrow(`cannot write "${folder}" (EEXIST: `);
  expect(readdirSync(shared)).toEqual(["gate"]);
});

test("an empty folder of this user is used", async () => {
  mkdirSync(folder, { mode: 0o750 });
  await writeProject(await place(), files);
  expect([readdirSync(folder).toSorted(), modeOf(folder)]).toEqual([["package.json", "src"], 0o750]);
});

test("an empty folder that all users share is not used", async () => {
  folder = shared;
  await expect(place()).rejects.toThrow(
    `every user of this computer may put files into "${shared}": name another folder`,
  );
});

describe.runIf(mayChangeOwners)("an empty folder of another user", () => {
  const theirs = (): string => `"${folder}" belongs to the user ${someoneElse}: name another folder`;

  test("is not used", async () => {
    mkdirSync(folder);
    chownSync(folder, someoneElse, someoneElse);
    await expect(place()).rejects.toThrow(theirs());
  });

  test("is not used either when their link leads to one of this user", async () => {
    mkdirSync(join(shared, "own"));
    symlinkSync(join(shared, "own"), folder);
    expect(await place()).toEqual({ folder, missing: [] });
    lchownSync(folder, someoneElse, someoneElse);
    await expect(place()).rejects.toThrow(theirs());
  });

  test("is not used above the new one, nor a link of theirs on the way to one of this user", async () => {
    const below = join(folder, "own", "gate");
    mkdirSync(join(folder, "own"), { recursive: true });
    expect(await findPlace(below, shared)).toEqual({ folder: below, missing: [below] });
    chownSync(folder, someoneElse, someoneElse);
    await expect(findPlace(below, shared)).rejects.toThrow(theirs());
    chownSync(folder, 0, 0);
    const link = join(shared, "link");
    symlinkSync(folder, link);
    lchownSync(link, someoneElse, someoneElse);
    await expect(findPlace(join(link, "own", "gate"), shared)).rejects.toThrow(`"${link}" belongs to the user`);
  });

  test("is used when it is the current one, as with a mounted folder", async () => {
    mkdirSync(folder);
    chownSync(folder, someoneElse, someoneElse);
    await writeProject(await place(folder), files);
    expect(readdirSync(folder).toSorted()).toEqual(["package.json", "src"]);
  });

  test("is not used for folders in it, nor when it appears after the check", async () => {
    const found = await findPlace(join(folder, "new", "gate"), shared);
    mkdirSync(folder);
    chownSync(folder, someoneElse, someoneElse);
    await expect(writeProject(found, files)).rejects.toThrow("EEXIST");
    await expect(findPlace(join(folder, "new", "gate"), shared)).rejects.toThrow(theirs());
    expect(readdirSync(folder)).toEqual([]);
    await writeProject(await findPlace(join(folder, "new"), folder), files);
    expect(readdirSync(join(folder, "new")).toSorted()).toEqual(["package.json", "src"]);
  });
});
