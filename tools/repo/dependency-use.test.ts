// What a manifest may not say about the imports of its package.
import { expect, test } from "vitest";
import { dependencyProblems } from "./dependency-use.ts";

const used = { atRunTime: new Set(["@capstan/kube"]), anywhere: new Set(["@capstan/kube", "@capstan/testenv"]) };

test.each([
  {
    manifest: { dependencies: { "@capstan/kube": "", yaml: "" }, devDependencies: { "@capstan/testenv": "" } },
    want: [],
  },
  {
    manifest: { dependencies: { "@capstan/kube": "", "@capstan/testenv": "" } },
    want: ["dependencies has @capstan/testenv, which no source imports"],
  },
  {
    manifest: { dependencies: { "@capstan/kube": "" }, devDependencies: { "@capstan/serve": "" } },
    want: ["devDependencies has @capstan/serve, which nothing imports"],
  },
  {
    manifest: { devDependencies: { "@capstan/kube": "" } },
    want: ["devDependencies has @capstan/kube, which published sources import"],
  },
])("$manifest", ({ manifest, want }) => {
  expect(dependencyProblems(manifest, used, () => false)).toEqual(want);
});

test("what a build takes in may stay a development dependency", () => {
  expect(dependencyProblems({ devDependencies: { "@capstan/kube": "" } }, used, () => true)).toEqual([]);
});
