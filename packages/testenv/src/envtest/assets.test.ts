// Where binaries are looked for, in order.
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
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findAssets } from "./assets.ts";

let root: string;
let full: string;
let paths: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-assets-")));
  full = join(root, "full");
  mkdirSync(full);
  mkdirSync(join(root, "cache", "control-plane"), { recursive: true });
  for (const name of ["etcd", "kube-apiserver"]) {
    writeFileSync(join(full, name), "");
    chmodSync(join(full, name), 0o755);
  }
  const programs = {
    etcd: join(full, "etcd"),
    "kube-apiserver": join(full, "kube-apiserver"),
    "kube-controller-manager": join(full, "absent"),
  };
  paths = join(root, "cache", "control-plane", "paths.json");
  writeFileSync(paths, JSON.stringify({ programs }));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true, force: true }));

const found = () => ({
  etcd: join(full, "etcd"),
  apiServer: join(full, "kube-apiserver"),
  controllerManager: undefined,
});

test("the folder that the caller names comes first", () => {
  expect(findAssets({ folder: full, env: { KUBEBUILDER_ASSETS: "/elsewhere" } })).toEqual(found());
});

test("KUBEBUILDER_ASSETS comes before the cache", () => {
  expect(findAssets({ env: { KUBEBUILDER_ASSETS: full, CAPSTAN_CACHE: "/elsewhere" } })).toEqual(found());
});

test("the cache comes last", () => {
  expect(findAssets({ env: { CAPSTAN_CACHE: join(root, "cache") } })).toEqual(found());
});

const help =
  'set KUBEBUILDER_ASSETS to a folder that holds both ("setup-envtest use" prints one), or in a checkout of Capstan build them once with "node tools/control-plane/build.ts"';
const failures = [
  {
    given: { KUBEBUILDER_ASSETS: "/nowhere" },
    want: "no etcd and kube-apiserver found; looked in KUBEBUILDER_ASSETS=/nowhere",
  },
  {
    given: { CAPSTAN_CACHE: "/nowhere" },
    want: "no etcd and kube-apiserver found; looked in KUBEBUILDER_ASSETS (not set) and /nowhere/control-plane/paths.json",
  },
];

for (const { given, want } of failures) {
  test(`with ${JSON.stringify(given)} the error names every place it looked in`, () => {
    expect(() => findAssets({ env: given })).toThrow(expect.objectContaining({ message: want, help }));
  });
}

const inCache = () => findAssets({ env: { CAPSTAN_CACHE: join(root, "cache") } });
const foreign = (place: string, problem: string): object =>
  expect.objectContaining({
    code: "testenv/foreign-control-plane",
    message: `the control plane of ${paths} is not run, because ${place} ${problem}`,
  });
const cached = ["cache", "cache/control-plane", "cache/control-plane/paths.json", "full", "full/kube-apiserver"];
const stranger = 65_534;
const isRoot = process.getuid?.() === 0;

test.each(cached)("nothing of the cache is run when all users may write to %s", (name) => {
  const place = join(root, name);
  const isFolder = !/\.json$|kube/.test(name);
  chmodSync(place, 0o777);
  expect(inCache).toThrow(foreign(place, "can be changed by other users (mode 0777)"));
  // Of a sticky folder, other users cannot replace what is there.
  chmodSync(place, isFolder ? 0o1777 : 0o775);
  expect(inCache()).toEqual(found());
  chmodSync(place, 0o755);
});

test.runIf(isRoot).each(cached)("nothing of the cache is run when %s is of another user", (name) => {
  const place = join(root, name);
  chownSync(place, stranger, stranger);
  const isFile = /\.json$|kube/.test(name);
  expect(inCache).toThrow(
    foreign(place, `belongs to the user ${stranger}${isFile ? "" : ", who can put another one in its place"}`),
  );
  chownSync(place, 0, 0);
});

test.runIf(isRoot)(
  "a link of another user is not followed, and what an own link leads to is run by its real path",
  () => {
    const link = join(root, "link");
    symlinkSync(join(root, "cache"), link);
    expect(findAssets({ env: { CAPSTAN_CACHE: link } })).toEqual(found());
    lchownSync(link, stranger, stranger);
    expect(() => findAssets({ env: { CAPSTAN_CACHE: link } })).toThrow(
      `because ${link} belongs to the user ${stranger}`,
    );
  },
);

test.runIf(isRoot)("the owner of the home folder may have made its cache, unless all users may write there", () => {
  const home = join(root, "home");
  mkdirSync(join(home, ".cache", "capstan", "control-plane"), { recursive: true });
  const file = join(home, ".cache", "capstan", "control-plane", "paths.json");
  writeFileSync(
    file,
    JSON.stringify({ programs: { etcd: join(full, "etcd"), "kube-apiserver": join(full, "kube-apiserver") } }),
  );
  for (const place of [home, file]) chownSync(place, stranger, stranger);
  vi.stubEnv("HOME", home);
  expect(findAssets({ env: {} })).toEqual(found());
  chmodSync(home, 0o1777);
  expect(() => findAssets({ env: {} })).toThrow(`because ${home} belongs to the user ${stranger}`);
  chownSync(home, 0, 0);
  expect(() => findAssets({ env: {} })).toThrow(`because ${file} belongs to the user ${stranger}`);
});

test.runIf(isRoot)("what KUBEBUILDER_ASSETS names is run, also when it is of another user", () => {
  chownSync(full, stranger, stranger);
  expect(findAssets({ env: { KUBEBUILDER_ASSETS: full } })).toEqual(found());
  chownSync(full, 0, 0);
});
