// The recipe for nx. It is installed for this test alone, from the registry: nobody who works on this repository should download 74 MB for it.
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { recipe } from "./recipes.ts";
import { fooSource } from "../../../packages/cli/test/foo-project.ts";
import { crd, RecipeProject } from "./recipe-project.ts";

const { catalog } = parse(readFileSync(new URL("../../../pnpm-workspace.yaml", import.meta.url), "utf8")) as {
  readonly catalog: Readonly<Record<string, string>>;
};

let tool: RecipeProject;
beforeAll(() => {
  tool = new RecipeProject();
  tool.remove("node_modules");
  tool.must(`npm install --no-audit --no-fund --ignore-scripts --no-save nx@${catalog["nx"]}`);
  return () => tool[Symbol.dispose]();
});

test("nx runs it once for what it reads, and restores what it made", () => {
  using at = new RecipeProject(recipe("nx.json"), {
    "package.json": { name: "all", private: true, workspaces: ["packages/*"] },
    "packages/foo/tsconfig.json": { extends: "../../tsconfig.json" },
    "packages/foo/src/api/v1/foo.ts": fooSource({ limit: 1 }),
  });
  const scripts = JSON.parse(recipe("package.json")["package.json"] ?? "") as object;
  at.write({ "packages/foo/package.json": { name: "foo", type: "module", ...scripts } });
  symlinkSync(join(tool.root, "node_modules/nx"), join(at.root, "node_modules/nx"), "dir");
  at.commit();
  const env = { NX_DAEMON: "false", NX_TUI: "false", NX_NO_CLOUD: "true" };
  const hit = (): boolean => {
    const { code, text } = at.sh("node node_modules/nx/dist/bin/nx.js run foo:generate", env);
    expect([code, text]).toEqual([0, expect.stringContaining("Successfully ran target generate")]);
    return text.includes("Nx read the output from the cache");
  };
  const limit = (): string | undefined => /minLength: \d+/.exec(at.read(`packages/foo/${crd}`))?.[0];
  expect([hit(), limit()]).toEqual([false, "minLength: 1"]);
  at.remove("packages/foo/generated");
  expect([hit(), limit()]).toEqual([true, "minLength: 1"]);
  expect(at.sh("capstan generate --check packages/foo").code).toBe(0);
  at.write({ "README.md": "Foo", "packages/foo/src/main.ts": "console.log(1);\n" });
  expect(hit()).toBe(true);
  at.write({ "packages/foo/src/api/v1/foo.ts": fooSource({ limit: 2 }) });
  expect([hit(), limit()]).toEqual([false, "minLength: 2"]);
});
