// Task runners: what they run, what they keep, and when they run it again.
import { matchesGlob } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recipe } from "./recipes.ts";
import { fooSource } from "../../../packages/cli/test/foo-project.ts";
import { crd, RecipeProject } from "./recipe-project.ts";

let at: RecipeProject;
beforeEach(() => {
  at = new RecipeProject();
  const scripts = JSON.parse(recipe("package.json")["package.json"] ?? "") as object;
  at.write({ "package.json": { ...(JSON.parse(at.read("package.json")) as object), ...scripts } });
});
afterEach(() => at[Symbol.dispose]());

test("npm scripts: build writes what is stale, check rejects it", () => {
  expect([at.sh("npm run build").code, at.limit()]).toEqual([0, 1]);
  expect(at.sh("npm run check").code).toBe(0);
  at.write({ "src/api/v1/foo.ts": fooSource({ limit: 2 }) });
  expect([at.sh("npm run check").code, at.limit()]).toEqual([3, 1]);
});

describe("turbo", () => {
  const hit = (): boolean => /Cached: +1 cached, 1 total/.test(at.must("turbo run generate"));
  beforeEach(() => at.write(recipe("turbo.json")));

  test("runs it once for what it reads, and restores what it made", () => {
    at.commit();
    expect([hit(), at.limit()]).toEqual([false, 1]);
    at.remove("generated");
    expect([hit(), at.limit()]).toEqual([true, 1]);
    expect(at.sh("capstan generate --check").code).toBe(0);
    at.write({ "README.md": "Foo", "src/main.ts": "console.log(1);\n" });
    expect(hit()).toBe(true);
    at.write({ "src/api/v1/foo.ts": fooSource({ limit: 2 }) });
    expect([hit(), at.limit()]).toEqual([false, 2]);
    expect(at.must("turbo run build")).toContain("generate: cache hit");
  });

  test("its inputs and outputs are those that the command says", () => {
    const { tasks } = JSON.parse(at.read("turbo.json")) as {
      readonly tasks: {
        readonly generate: { readonly inputs: readonly string[]; readonly outputs: readonly string[] };
      };
    };
    const { projects } = JSON.parse(at.must("capstan generate --format json")) as {
      readonly projects: readonly [{ readonly inputs: readonly string[]; readonly outputs: readonly string[] }];
    };
    const own = projects[0].inputs.filter((path) => !path.startsWith("../"));
    expect(own).toEqual(["package.json", "src/api/v1/foo.ts", "tsconfig.json"]);
    const without = (paths: readonly string[], globs: readonly string[]): string[] =>
      paths.filter((path) => !globs.some((glob) => matchesGlob(path, glob)));
    expect(without(own, tasks.generate.inputs)).toEqual([]);
    expect(without(projects[0].outputs, tasks.generate.outputs)).toEqual(["generated/.capstan-owned.json"]);
    expect(projects[0].outputs).toContain(crd);
  });
});

test("several projects, in folders of the configuration", () => {
  at.write(recipe("capstan.config.ts"), {
    "apis/v1/foo.ts": fooSource({ limit: 1 }),
    "shared/bar/api.ts": fooSource({ limit: 2 }).replaceAll("Foo", "Bar"),
    "packages/a/package.json": { name: "a" },
    "packages/a/src/api/v1/foo.ts": fooSource({ limit: 3 }),
  });
  expect([at.sh("capstan generate . packages/a").code, at.sh("capstan generate --check . packages/a").code]).toEqual([
    0, 0,
  ]);
  expect(at.read("config/crds/things.example.com_bars.yaml")).toContain("minLength: 2");
  expect(at.read(`packages/a/${crd}`)).toContain("minLength: 3");
});
