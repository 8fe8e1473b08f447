// Globs of both trees: what they match, file by file.
import { expect, it } from "vitest";
import { globExpression } from "./tree.ts";

it.each([
  ["packages/*/package.json", "packages/kube/package.json", true],
  ["packages/*/package.json", "packages/kube/x/package.json", false],
  ["packages/kube/api/**/*.api.md", "packages/kube/api/index.api.md", true],
  ["packages/kube/api/**/*.api.md", "packages/kube/api/core/v1.api.md", true],
  ["examples/*-starter/**", "examples/provider-starter/.gitignore", true],
  ["examples/*-starter/**", "examples/provider-local/src/x.ts", false],
  ["@capstan/*", "@capstan/kube", true],
  ["create-capstan", "create-capstan", true],
  ["a.ts", "abts", false],
])("%s and %s: %s", (glob, path, want) => {
  expect(globExpression(glob).test(path)).toBe(want);
});
