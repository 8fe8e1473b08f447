// What a manifest may not leave out.
import { expect, test } from "vitest";
import { packingProblems } from "./manifests.ts";

const whole = {
  name: "@capstan/thing",
  files: ["dist", "!dist/.built-from.json", "CHANGELOG.md"],
  scripts: {
    build: "tsup && node ../../tools/release/stamp-build.ts",
    prepack: "node ../../tools/release/require-build.ts",
  },
};

test.each([
  { title: "whole", manifest: whole, want: [] },
  { title: "private", manifest: { name: "@capstan/thing", private: true }, want: [] },
  {
    title: "no guard",
    manifest: { ...whole, scripts: { build: whole.scripts.build } },
    want: ['scripts.prepack is not "node ../../tools/release/require-build.ts"'],
  },
  {
    title: "no stamp",
    manifest: { ...whole, scripts: { ...whole.scripts, build: "tsup" } },
    want: ['scripts.build does not end with "&& node ../../tools/release/stamp-build.ts"'],
  },
  {
    title: "no files field",
    manifest: { ...whole, files: ["dist"] },
    want: ['files does not have "!dist/.built-from.json"', 'files does not have "CHANGELOG.md"'],
  },
])("$title", ({ manifest, want }) => {
  expect(packingProblems(manifest)).toEqual(want);
});
