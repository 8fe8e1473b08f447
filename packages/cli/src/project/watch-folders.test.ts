// What counts as a change below a folder, among it what editors do on saving.
import fs, { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FolderWatch, watchFolders } from "./watch-folders.ts";

let root: string;
let stop: AbortController;
let watch: FolderWatch;
let batches: AsyncIterator<string[]>;
let failures: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-watch-"));
  mkdirSync(join(root, "api"));
  writeFileSync(join(root, "api/a.ts"), "1");
  stop = new AbortController();
  failures = [];
  watch = watchFolders([root], stop.signal, ({ message }) => void failures.push(message));
  batches = watch.batches[Symbol.asyncIterator]();
});
afterEach(async () => {
  stop.abort();
  await batches.return?.();
  rmSync(root, { recursive: true, force: true });
});

const watcherCount = (): number => process.getActiveResourcesInfo().filter((each) => each === "FSEventWrap").length;

const next = async (): Promise<string[]> =>
  ((await batches.next()) as { readonly value: string[] }).value.map((file) => file.slice(root.length + 1));

test("a file that is written", async () => {
  writeFileSync(join(root, "api/a.ts"), "2");
  expect(await next()).toEqual(["api/a.ts"]);
});

test("a file that counts as changed without a save", async () => {
  watch.changed(join(root, "api/none.ts"));
  expect(await next()).toEqual(["api/none.ts"]);
});

test("the limit of watches of the system is reported once, and what is watched stays so", async () => {
  const limited = vi.spyOn(fs, "watch").mockImplementation(() => {
    throw new Error("ENOSPC: System limit for number of file watchers reached");
  });
  syncBuiltinESMExports();
  try {
    mkdirSync(join(root, "new"));
    writeFileSync(join(root, "new/b.ts"), "1");
    expect(await next()).toEqual(["new/b.ts"]);
    watch.add(tmpdir(), { flat: true });
    writeFileSync(join(root, "api/a.ts"), "2");
    expect(await next()).toEqual(["api/a.ts"]);
    expect(failures).toEqual(["ENOSPC: System limit for number of file watchers reached"]);
    const begin = (): FolderWatch => watchFolders([root], stop.signal, () => undefined);
    expect(begin).toThrow("ENOSPC");
  } finally {
    limited.mockRestore();
    syncBuiltinESMExports();
  }
});

test("a new folder that cannot be read is reported, and what is watched stays so", async () => {
  const readFolder = fs.readdirSync;
  const denied = vi.spyOn(fs, "readdirSync").mockImplementation((...of: Parameters<typeof readFolder>) => {
    if (String(of[0]).endsWith("data")) throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    return readFolder(...of);
  });
  syncBuiltinESMExports();
  try {
    mkdirSync(join(root, "data"));
    await vi.waitFor(() => expect(failures).toEqual(["EACCES: permission denied"]));
    writeFileSync(join(root, "api/a.ts"), "2");
    expect(await next()).toEqual(["api/a.ts"]);
  } finally {
    denied.mockRestore();
    syncBuiltinESMExports();
  }
});

test("a link to itself", async () => {
  symlinkSync("b.ts", join(root, "api/b.ts"));
  expect(await next()).toEqual(["api/b.ts"]);
});

test("a file that is replaced, again and again", async () => {
  for (const content of ["2", "3", "4"]) {
    writeFileSync(join(root, "api/a.ts~"), content);
    renameSync(join(root, "api/a.ts~"), join(root, "api/a.ts"));
    expect(await next()).toEqual(["api/a.ts"]);
  }
});

test("a burst is one batch", async () => {
  writeFileSync(join(root, "api/b.ts"), "");
  writeFileSync(join(root, "api/c.yaml"), "");
  writeFileSync(join(root, "api/.b.ts.swp"), "");
  expect((await next()).toSorted()).toEqual(["api/b.ts", "api/c.yaml"]);
});

test("a folder that appears with its files, and files that appear in it later", async () => {
  mkdirSync(join(root, "new"));
  writeFileSync(join(root, "new/a.ts"), "");
  expect(await next()).toEqual(["new/a.ts"]);
  writeFileSync(join(root, "new/b.ts"), "");
  expect(await next()).toEqual(["new/b.ts"]);
});

test("nothing after the signal, and nothing for a folder that is not there", async () => {
  const nothing = watchFolders([join(root, "missing")], stop.signal).batches[Symbol.asyncIterator]();
  const waiting = Promise.all([batches.next(), nothing.next()]);
  stop.abort();
  expect((await waiting).map(({ done }) => done)).toEqual([true, true]);
});

test("a folder that is added flat: its own files, and nothing below it", async () => {
  mkdirSync(join(root, "api/below"));
  const flat = watchFolders([], stop.signal);
  flat.add(join(root, "api"), { flat: true });
  const changes = flat.batches[Symbol.asyncIterator]();
  writeFileSync(join(root, "api/below/c.ts"), "");
  writeFileSync(join(root, "api/a.ts"), "2");
  expect((await changes.next()).value).toEqual([join(root, "api/a.ts")]);
});

test("a folder that is added flat, and then with what lies below it", async () => {
  mkdirSync(join(root, "api/below"));
  const both = watchFolders([], stop.signal);
  both.add(join(root, "api"), { flat: true });
  both.add(join(root, "api"));
  both.add(join(root, "api"), { flat: true });
  const changes = both.batches[Symbol.asyncIterator]();
  writeFileSync(join(root, "api/below/c.ts"), "");
  expect((await changes.next()).value).toEqual([join(root, "api/below/c.ts")]);
});

test("nothing, and no watcher left, when the signal came before", async () => {
  stop.abort();
  const late = watchFolders([root], stop.signal);
  late.add(join(root, "api"));
  await expect.poll(watcherCount).toBe(0);
  expect((await late.batches[Symbol.asyncIterator]().next()).done).toBe(true);
});

test("no watcher left once it is closed, though nobody asked for changes", async () => {
  const unread = watchFolders([root], new AbortController().signal);
  unread.close();
  unread.add(root);
  stop.abort();
  await expect.poll(watcherCount).toBe(0);
});

test("nothing for a change just before the signal", async () => {
  const waiting = batches.next();
  writeFileSync(join(root, "api/a.ts"), "2");
  await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort();
  expect((await waiting).done).toBe(true);
});

test("installed packages and hidden folders are left alone", async () => {
  for (const folder of ["node_modules/x", ".cache"]) mkdirSync(join(root, "api", folder), { recursive: true });
  writeFileSync(join(root, "api/node_modules/x/index.ts"), "");
  writeFileSync(join(root, "api/.cache/x.ts"), "");
  writeFileSync(join(root, "api/b.ts"), "");
  expect(await next()).toEqual(["api/b.ts"]);
});

/** The root itself, and not a folder in it, is removed or renamed. */
test.each([
  [
    "replaced",
    (): void => {
      rmSync(root, { recursive: true });
      mkdirSync(join(root, "api"), { recursive: true });
      writeFileSync(join(root, "api/a.ts"), "2");
    },
  ],
  [
    "renamed and back",
    (): void => {
      renameSync(root, `${root}-aside`);
      renameSync(`${root}-aside`, root);
    },
  ],
])("a folder that is %s is watched again", async (_, change) => {
  change();
  // Until the events of the change have come, writes may be part of it.
  for (let tries = 0; tries < 5; tries += 1) {
    writeFileSync(join(root, "api/a.ts"), `after ${tries}`);
    expect(await next()).toContain("api/a.ts");
  }
});
