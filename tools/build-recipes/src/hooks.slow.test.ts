// Hooks of git, in a real repository: what they let pass and what they reject.
import { afterEach, beforeEach, expect, test } from "vitest";
import { recipe } from "./recipes.ts";
import { fooSource } from "../../../packages/cli/test/foo-project.ts";
import { crd, RecipeProject } from "./recipe-project.ts";

let at: RecipeProject;
beforeEach(() => {
  at = new RecipeProject();
  at.must("capstan generate");
});
afterEach(() => at[Symbol.dispose]());

const commit = (what: string): { readonly code: number | null; readonly text: string } =>
  at.sh(`git add ${what} && git commit -m edit`);

const lintStaged = "#!/bin/sh\nlint-staged --hide-all --diff-filter=ACDMR\n";
const gitHook = String(recipe(".git/hooks/pre-commit")[".git/hooks/pre-commit"]);

test.each([
  ["lint-staged", lintStaged, recipe("lint-staged.config.mjs")],
  ["a hook", gitHook, {}],
])("%s: what is committed is up to date", (_, hook, files) => {
  at.write(files, { "src/api/v1/bar.ts": fooSource({ limit: 1 }).replaceAll("Foo", "Bar") });
  at.must("capstan generate");
  at.commit();
  at.write({ ".git/hooks/pre-commit": hook });
  at.executable(".git/hooks/pre-commit");

  at.write({ "src/api/v1/foo.ts": fooSource({ limit: 2 }) });
  const stale = commit("src");
  expect([stale.code, stale.text]).toEqual([1, expect.stringContaining(`stale ${crd}`)]);

  at.must("capstan generate");
  const half = commit("src");
  expect([half.code, half.text]).toEqual([1, expect.stringMatching(/stale generated|not staged: generated/)]);

  at.remove("src/api/v1/bar.ts");
  const deleted = commit("src generated");
  expect([deleted.code, deleted.text]).toEqual([
    1,
    expect.stringContaining("left over generated/crds/things.example.com_bars.yaml"),
  ]);

  at.must("capstan generate");
  expect(commit("src generated").code).toBe(0);
  expect(at.must("git status --porcelain")).toBe("");
  expect(at.must(`git show HEAD:${crd}`)).toContain("minLength: 2");
});

test("lint-staged hands over files of several packages, and of none", () => {
  at.write(recipe("lint-staged.config.mjs"), {
    "packages/a/package.json": { name: "a" },
    "packages/a/src/api/v1/foo.ts": fooSource({ limit: 3 }),
    "packages/util/package.json": { name: "util" },
    "packages/util/src/util.ts": "export const one = 1;\n",
  });
  at.must("capstan generate packages/a");
  at.commit();
  at.write({ ".git/hooks/pre-commit": lintStaged, "packages/util/src/util.ts": "export const one = 2;\n" });
  at.executable(".git/hooks/pre-commit");
  expect(commit("packages/util").code).toBe(0);
  at.write({
    "packages/a/src/api/v1/foo.ts": fooSource({ limit: 4 }),
    "src/api/v1/foo.ts": fooSource({ limit: 5 }),
    "packages/util/src/util.ts": "",
  });
  at.must("capstan generate");
  const rejected = commit("packages src generated");
  expect([rejected.code, rejected.text]).toEqual([1, expect.stringContaining(`stale packages/a/${crd}`)]);
  expect(rejected.text).not.toContain(`stale ${crd}`);
});

test("a folder of hooks that the repository names, in a repository whose root has no API", () => {
  at.remove("src/api");
  at.remove("generated");
  at.write({
    ".husky/pre-commit": gitHook,
    "packages/a/package.json": { name: "a" },
    "packages/a/src/api/v1/foo.ts": fooSource({ limit: 3 }),
  });
  at.must("capstan generate packages/a");
  at.executable(".husky/pre-commit");
  at.commit();
  at.must("git config core.hooksPath .husky");
  at.write({ "packages/a/src/api/v1/foo.ts": fooSource({ limit: 4 }) });
  const stale = commit("packages/a/src");
  expect([stale.code, stale.text]).toEqual([1, expect.stringContaining(`stale packages/a/${crd}`)]);
  at.must("capstan generate packages/a");
  const half = commit("packages/a/src");
  expect([half.code, half.text]).toEqual([1, expect.stringContaining("not staged: packages/a/generated/")]);
  expect(commit("packages/a").code).toBe(0);
  at.write({ "src/main.ts": "export {};\n" });
  expect(commit("src").code).toBe(0);
});
