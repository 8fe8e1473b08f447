// Where binaries are looked for, in order.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAssets } from "./assets.ts";

let root: string;
let full: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-assets-"));
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
  writeFileSync(join(root, "cache", "control-plane", "paths.json"), JSON.stringify({ programs }));
});
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
