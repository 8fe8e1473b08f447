// The scripts of CI systems, line by line as their runners do it, in a clean clone. The packages come from folders instead of a registry.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { recipe } from "./recipes.ts";
import { fooSource } from "../../../packages/cli/test/foo-project.ts";
import { capstanBin, crd, RecipeProject, type Ended } from "./recipe-project.ts";

const workflow = parse(recipe(".github/workflows/crds.yml")[".github/workflows/crds.yml"] ?? "") as {
  readonly jobs: { readonly crds: { readonly steps: readonly { readonly run?: string }[] } };
};
const pipeline = parse(recipe(".gitlab-ci.yml")[".gitlab-ci.yml"] ?? "") as {
  readonly crds: { readonly script: readonly string[] };
};

const apiSources = fileURLToPath(new URL("../../../packages/api/src/index.ts", import.meta.url));

/** `npm ci` installs these; they lead to this repository's sources. */
const packages = {
  "vendor/cli/package.json": { name: "@capstan/cli", version: "1.0.0", bin: { capstan: "capstan.sh" } },
  "vendor/cli/capstan.sh": capstanBin,
  "vendor/api/package.json": { name: "@capstan/api", version: "1.0.0", type: "module", exports: "./index.ts" },
  "vendor/api/index.ts": `export * from ${JSON.stringify(apiSources)};\n`,
};

const runs: readonly (readonly [readonly string[], Readonly<Record<string, string>>, string])[] = [
  [
    workflow.jobs.crds.steps.flatMap(({ run }) => run ?? []),
    { CI: "true", GITHUB_ACTIONS: "true" },
    `::error file=${crd},line=44,title=generate/stale::${crd} is stale`,
  ],
  [pipeline.crds.script, { CI: "true", GITLAB_CI: "true" }, `  stale ${crd}`],
];

test("GitHub Actions and GitLab CI pass in a clean clone, and fail on what is stale", () => {
  using at = new RecipeProject(packages);
  at.executable("vendor/cli/capstan.sh");
  at.write({
    "package.json": {
      ...(JSON.parse(at.read("package.json")) as object),
      devDependencies: { "@capstan/cli": "file:vendor/cli", "@capstan/api": "file:vendor/api" },
    },
  });
  at.remove("node_modules");
  at.must("npm install --no-audit --no-fund && npx capstan generate");
  at.commit();
  const inClone = (lines: readonly string[], env: Readonly<Record<string, string>>): Ended => {
    at.must("rm -rf clone && git clone -q . clone");
    return at.sh(`cd clone\nset -e\n${lines.join("\n")}`, env);
  };
  for (const [lines, env] of runs) expect(inClone(lines, env).code).toBe(0);
  at.write({ "src/api/v1/foo.ts": fooSource({ limit: 2 }) });
  at.must("git add src && git commit -qm edit");
  for (const [lines, env, stale] of runs) {
    const { code, text } = inClone(lines, env);
    expect([code, text]).toEqual([3, expect.stringContaining(stale)]);
  }
});
