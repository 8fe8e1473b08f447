// What must not be published, each rule broken once.
import { expect, test } from "vitest";
import { tarballProblems } from "./tarball-problems.ts";
import type { Tarball } from "./tarball.ts";

const facts = { version: "0.2.0", names: ["@capstan/kube", "@capstan/cli"] };

const good: Tarball = {
  file: "cli.tgz",
  size: 1,
  manifest: {
    name: "@capstan/cli",
    version: "0.2.0",
    bin: { capstan: "./dist/main.js" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    dependencies: { "@capstan/kube": "^0.2.0", yaml: "2.9.1" },
    devDependencies: { "@capstan/generator-crd": "^0.0.0" },
  },
  files: { "README.md": 1, LICENSE: 1, "CHANGELOG.md": 1, "dist/main.js": 1, "dist/index.js": 1, "dist/index.d.ts": 1 },
  changeLog: "# @capstan/cli\n\n## 0.2.0\n\n### Minor Changes\n",
};
const { "README.md": readme, "dist/main.js": entry, ...incomplete } = good.files;

test.each([
  { title: "good", tarball: good, want: [] },
  {
    title: "another package in another version",
    tarball: { ...good, manifest: { ...good.manifest, name: "@capstan/repo", version: "0.1.0" } },
    want: ["@capstan/repo is not a package of this release", "its version is 0.1.0; this release is 0.2.0"],
  },
  {
    title: "incomplete",
    tarball: { ...good, files: incomplete },
    want: ["it has no README.md", "it has no ./dist/main.js, which package.json names"],
  },
  {
    title: "an old change log",
    tarball: { ...good, changeLog: "# @capstan/cli\n\n## 0.1.0\n" },
    want: ["CHANGELOG.md does not have 0.2.0"],
  },
  {
    title: "sources",
    tarball: { ...good, manifest: { ...good.manifest, exports: { ".": { "@capstan/source": "./dist/index.js" } } } },
    want: ["exports point at sources"],
  },
  {
    title: "files of ours",
    tarball: { ...good, files: { ...good.files, "dist/.built-from.json": readme, "dist/a.test.js": entry } },
    want: ["dist/.built-from.json is not for users", "dist/a.test.js is not for users"],
  },
  {
    title: "ranges of this workspace",
    tarball: {
      ...good,
      manifest: {
        ...good.manifest,
        dependencies: { "@capstan/kube": "workspace:^" },
        peerDependencies: { a: "catalog:" },
      },
    },
    want: ['dependencies has @capstan/kube as "workspace:^"', 'peerDependencies has a as "catalog:"'],
  },
  {
    title: "a sibling of another release",
    tarball: { ...good, manifest: { ...good.manifest, dependencies: { "@capstan/kube": "^0.1.0" } } },
    want: ['dependencies has @capstan/kube as "^0.1.0"; this release is ^0.2.0'],
  },
])("$title", ({ tarball, want }) => {
  expect(tarballProblems(tarball as Tarball, facts)).toEqual(want);
});
