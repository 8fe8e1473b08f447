// Which folders are taken, and which are not because others could change what is in them.
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasUser } from "./folders-above.ts";
import { deleteOwn, openOwnFolder, openPrivateFolder } from "./private-folder.ts";
import { secretFolder } from "./secret-file.ts";
import { userFolder } from "./user-folders.ts";

let root: string;
beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-private-")))));
afterEach(() => rmSync(root, { recursive: true }));

const stranger = 65_534;
const isRoot = process.getuid?.() === 0;
const inItsPlace = `belongs to the user ${stranger}, who can put another one in its place`;

/** A folder of the test; without a mode as mkdir makes it. */
function make(name: string, mode?: number, owner?: number): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  if (mode !== undefined) chmodSync(folder, mode);
  if (owner !== undefined) chownSync(folder, owner, owner);
  return folder;
}

const modeOf = (folder: string): number => lstatSync(folder).mode & 0o7777;
const notPrivate = (folder: string, place: string, problem: string): object => ({
  code: "testenv/folder-not-private",
  message: `the folder ${folder} is not used, because ${place} ${problem}`,
});

test("a new folder and the parents that are missing are for this user alone", () => {
  const folder = join(root, "a", "b");
  expect(openPrivateFolder(folder)).toBe(folder);
  expect([modeOf(folder), modeOf(join(root, "a"))]).toEqual([0o700, 0o700]);
});

test("an own folder that others can read is closed", () => {
  expect(modeOf(openPrivateFolder(make("readable", 0o755)))).toBe(0o700);
});

test("a sticky parent is allowed, as /tmp is", () => {
  make("shared", 0o1777);
  expect(openPrivateFolder(join(root, "shared", "own"))).toBe(join(root, "shared", "own"));
});

test("a link of this user is followed", () => {
  const real = make("real", 0o700);
  symlinkSync(real, join(root, "link"));
  expect(openPrivateFolder(join(root, "link", "own"))).toBe(join(real, "own"));
});

test("a folder that others can change is not used", () => {
  const folder = make("open", 0o777);
  expect(() => openPrivateFolder(folder)).toThrow(
    expect.objectContaining(notPrivate(folder, folder, "can be changed by other users (mode 0777)")),
  );
});

test("a parent that others can change is not used, and nothing is created in it", () => {
  const parent = make("group", 0o770);
  const folder = join(parent, "own");
  expect(() => openPrivateFolder(folder)).toThrow(
    expect.objectContaining(notPrivate(folder, parent, "can be changed by other users (mode 0770)")),
  );
  expect(lstatSync(folder, { throwIfNoEntry: false })).toBeUndefined();
});

test("a link into a folder that others can change is not used", () => {
  const open = make("target", 0o777);
  mkdirSync(join(open, "own"));
  symlinkSync(join(open, "own"), join(root, "link"));
  const folder = join(root, "link");
  expect(() => openPrivateFolder(folder)).toThrow(
    expect.objectContaining(notPrivate(folder, open, "can be changed by other users (mode 0777)")),
  );
});

test.runIf(isRoot)("a folder, a parent or a link of another user is not used", () => {
  make("shared", 0o1777);
  const planted = make("shared/planted", 0o700, stranger);
  const theirs = notPrivate(planted, planted, `belongs to the user ${stranger}`);
  expect(() => openPrivateFolder(planted)).toThrow(expect.objectContaining(theirs));
  const link = join(root, "shared", "link");
  symlinkSync(make("real", 0o700), link);
  lchownSync(link, stranger, stranger);
  expect(() => openPrivateFolder(link)).toThrow(expect.objectContaining(notPrivate(link, link, inItsPlace)));
  const below = join(planted, "own");
  expect(() => openPrivateFolder(below)).toThrow(expect.objectContaining(notPrivate(below, planted, inItsPlace)));
});

test("a new own folder is for this user alone, and an existing one is closed, in parents that a group can change", () => {
  const parent = make("project", 0o775);
  openOwnFolder(join(parent, "a", "new"));
  expect(modeOf(join(parent, "a", "new"))).toBe(0o700);
  const open = make("project/open", 0o777);
  mkdirSync(join(open, "pki"), { mode: 0o700 });
  openOwnFolder(open);
  expect(modeOf(open)).toBe(0o700);
});

test("a folder that users share is neither used nor closed", () => {
  const shared = make("shared", 0o1777);
  expect(() => openOwnFolder(shared)).toThrow(
    expect.objectContaining(notPrivate(shared, shared, "is one that users share (mode 1777)")),
  );
  expect(modeOf(shared)).toBe(0o1777);
});

test.runIf(isRoot).each(["", "pki", "pki/etcd", "pki/etcd/client.key"])(
  "an own folder is not used when %j in it is of another user",
  (name) => {
    const folder = make("env", 0o755);
    mkdirSync(join(folder, "pki", "etcd"), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "pki/etcd/client.key"), "", { mode: 0o600 });
    writeFileSync(join(folder, "unused"), "");
    const place = join(folder, name);
    for (const path of [place, join(folder, "unused")]) chownSync(path, stranger, stranger);
    const rejected = expect.objectContaining(notPrivate(folder, place, `belongs to the user ${stranger}`));
    expect(() => openOwnFolder(folder, ["logs", "pki"])).toThrow(rejected);
    chownSync(place, 0, 0);
    openOwnFolder(folder, ["logs", "pki"]);
    expect(() => openOwnFolder(folder)).toThrow("unused");
  },
);

test.each([
  ["etcd", "0777"],
  ["etcd", "0711"],
  ["etcd/member", "0750"],
  ["etcd/member/db", "0602"],
  ["etcd/member/db", "0640"],
])("an own folder is closed and not used when %s in it has mode %s: others may have it open", (name, mode) => {
  const folder = make("env", 0o755);
  mkdirSync(join(folder, "etcd/member"), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "etcd/member/db"), "", { mode: 0o600 });
  symlinkSync("member", join(folder, "etcd/link"));
  openOwnFolder(folder);
  const place = join(folder, name);
  chmodSync(folder, 0o755);
  chmodSync(place, Number.parseInt(mode, 8));
  const rejected = expect.objectContaining({
    code: "testenv/folder-was-open",
    message: `the folder ${folder} is not used, because other users could open ${place} (mode ${mode})`,
    help: `delete ${folder}, or use another folder; chmod is not enough, because a user who opened a file keeps it open`,
  });
  // The second time, too: the folder was closed, but what is in it may still be open.
  for (const used of [["etcd"], undefined]) expect(() => openOwnFolder(folder, used)).toThrow(rejected);
  expect([modeOf(folder), modeOf(place)]).toEqual([0o700, Number.parseInt(mode, 8)]);
});

test("what is deleted of an own folder may be open, and links in it are not followed", () => {
  const [folder, real] = [make("env", 0o700), make("real")];
  writeFileSync(join(make("env/workloads/team", 0o777), "file"), "");
  symlinkSync(real, join(folder, "workloads/link"));
  deleteOwn(join(folder, "workloads"));
  deleteOwn(join(folder, "workloads"));
  expect([readdirSync(folder), readdirSync(root)]).toEqual([[], ["env", "real"]]);
});

test.runIf(isRoot)("nothing is deleted of an own folder where something belongs to another user", () => {
  const [folder, theirs] = [make("env", 0o700), make("env/workloads/team", 0o755, stranger)];
  expect(() => deleteOwn(join(folder, "workloads"))).toThrow(
    expect.objectContaining(notPrivate(folder, theirs, `belongs to the user ${stranger}`)),
  );
  expect(readdirSync(folder, { recursive: true })).toEqual(["workloads", "workloads/team"]);
});

test.runIf(isRoot)("an own folder is not used where a link of another user leads to one of this user", () => {
  const [real, link] = [make("real"), join(root, "link")];
  symlinkSync(real, link);
  openOwnFolder(link);
  lchownSync(link, stranger, stranger);
  expect(() => openOwnFolder(link)).toThrow(expect.objectContaining(notPrivate(link, link, inItsPlace)));
  const inside = join(make("env"), "pki");
  symlinkSync(real, inside);
  lchownSync(inside, stranger, stranger);
  expect(() => secretFolder(inside)).toThrow(`${inside} belongs to the user ${stranger}`);
});

test.runIf(isRoot).each(["0755", "1777"])(
  "an own folder is not used below one of another user with mode %s, who could rename it",
  (mode) => {
    const theirs = make("theirs", Number.parseInt(mode, 8), stranger);
    const rejected = (folder: string): object => expect.objectContaining(notPrivate(folder, theirs, inItsPlace));
    const folder = join(theirs, "env");
    expect(() => openOwnFolder(folder)).toThrow(rejected(folder));
    expect(lstatSync(folder, { throwIfNoEntry: false })).toBeUndefined();
    make("theirs/env", 0o700);
    expect(() => openOwnFolder(folder)).toThrow(rejected(folder));
    expect(() => openOwnFolder(join(folder, "deep"), [])).toThrow(rejected(join(folder, "deep")));
    chownSync(theirs, 0, 0);
    expect(openOwnFolder(folder)).toBe(folder);
  },
);

test.runIf(isRoot)(
  "an own folder is not used where an own link leads below a folder of another user, or is in one",
  () => {
    const theirs = make("theirs", 0o755, stranger);
    const inner = make("theirs/inner", 0o700);
    symlinkSync(inner, join(root, "link"));
    symlinkSync(theirs, join(root, "top"));
    symlinkSync(make("real"), join(theirs, "out"));
    for (const folder of ["link", "link/new", "top/new", "theirs/out", "theirs/out/new"].map((name) =>
      join(root, name),
    ))
      expect(() => openOwnFolder(folder)).toThrow(expect.objectContaining(notPrivate(folder, theirs, inItsPlace)));
    expect([theirs, inner, join(root, "real")].flatMap((folder) => readdirSync(folder))).toEqual(["inner", "out"]);
  },
);

test.runIf(isRoot)("an own folder has its real path, which no link of another user can change afterwards", () => {
  const [real, theirs, link] = [make("real"), make("theirs", 0o755, stranger), join(root, "link")];
  symlinkSync(real, join(theirs, "hop"));
  lchownSync(join(theirs, "hop"), stranger, stranger);
  symlinkSync(join(theirs, "hop"), link);
  expect(openOwnFolder(link)).toBe(real);
});

test("an own folder is not used below one that all users may change, unless it is sticky or the temporary folder", () => {
  const open = make("open", 0o777);
  const folder = join(open, "env");
  expect(() => openOwnFolder(folder)).toThrow(
    expect.objectContaining(notPrivate(folder, open, "can be changed by other users (mode 0777)")),
  );
  expect(lstatSync(folder, { throwIfNoEntry: false })).toBeUndefined();
  vi.stubEnv("TMPDIR", open);
  expect(openOwnFolder(folder)).toBe(folder);
  vi.unstubAllEnvs();
  chmodSync(open, 0o1777);
  expect(openOwnFolder(folder)).toBe(folder);
});

test("an id that no user of a sandbox has is none of another user", () => {
  const whole = "         0          0 4294967295\n";
  const one = "      1000       1000          1\n";
  const rootless = "         0       1000          1\n         1     100000      65536\n";
  expect([whole, one, rootless].map((map) => hasUser(map, stranger))).toEqual([true, false, true]);
});

const folders = [
  { kind: "cache", env: {}, platform: "linux", want: join(homedir(), ".cache") },
  { kind: "state", env: {}, platform: "linux", want: join(homedir(), ".local/state") },
  { kind: "cache", env: { XDG_CACHE_HOME: "/c" }, platform: "linux", want: "/c" },
  { kind: "state", env: { XDG_STATE_HOME: "/s" }, platform: "darwin", want: "/s" },
  { kind: "cache", env: { XDG_CACHE_HOME: "relative" }, platform: "linux", want: join(homedir(), ".cache") },
  { kind: "cache", env: {}, platform: "darwin", want: join(homedir(), "Library/Caches") },
  { kind: "state", env: {}, platform: "darwin", want: join(homedir(), "Library/Application Support") },
  { kind: "cache", env: { LOCALAPPDATA: "/local", XDG_CACHE_HOME: "/c" }, platform: "win32", want: "/local" },
] as const;
for (const { kind, env, platform, want } of folders) {
  test(`the ${kind} folder on ${platform} with ${JSON.stringify(env)} is ${want}`, () =>
    expect(userFolder(kind, env, platform)).toBe(want));
}
