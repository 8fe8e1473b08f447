// Imports and paths that turbo.json must know of.
import { expect, test } from "vitest";
import { importProblems, importsOf } from "./declared-imports.ts";
import { meanings, pathProblems, relativePaths } from "./declared-paths.ts";
import { scriptProblems } from "./declared-scripts.ts";
import type { PlannedPackage } from "./package-files.ts";
import type { PlannedTask } from "./dry-run.ts";

test("imports, exports and dynamic imports count; strings in the middle of a line do not", () => {
  const text = [
    'import { a } from "@capstan/kube";',
    'import type { B } from "@capstan/contract/define";',
    'export { c } from "@capstan/schema";',
    'const d = await import("@capstan/serve");',
    'const text = `from "@capstan/api"`;',
  ].join("\n");
  expect(importsOf(text)).toEqual(["@capstan/kube", "@capstan/contract", "@capstan/schema", "@capstan/serve"]);
});

test.each([
  { given: 'new URL("../testdata/a.json", import.meta.url)', want: [] },
  { given: 'new URL("../../../tools/a.json", import.meta.url)', want: ["tools/a.json", "../tools/a.json"] },
  { given: 'join(import.meta.dirname, "..", "..", "b", "c.json")', want: ["packages/b/c.json", "b/c.json"] },
  { given: 'fileURLToPath(new URL("../../../", import.meta.url))', want: [".", ".."] },
  { given: 'require("../../../node_modules/.bin/tsc")', want: [] },
])("$given may lead to $want", ({ given, want }) => {
  const found = relativePaths(given).flatMap((path) => meanings(path, "packages/a/src/x.ts", "packages/a"));
  expect(found).toEqual(want);
});

function planned(id: string, more: Partial<PlannedTask> = {}): [string, PlannedTask] {
  const [name = "", task = ""] = id.split("#");
  const folder = `packages/${name.replace("@capstan/", "")}`;
  const plain = { inputs: new Set<string>(), outputs: [], dependencies: [], cached: false, keeps: true, hash: "" };
  return [id, { id, package: name, folder, command: task === "source" ? undefined : task, ...plain, ...more }];
}

const a: PlannedPackage = {
  name: "@capstan/a",
  folder: "packages/a",
  manifest: {},
  dependencies: new Set(["@capstan/b", "@capstan/c"]),
  files: [
    { file: "packages/a/src/a.ts", text: 'import { b } from "@capstan/b";\n' },
    { file: "packages/a/src/a.test.ts", text: 'import { c } from "@capstan/c";\nread("../../c/testdata/x.json");\n' },
  ],
};
const others = [
  planned("@capstan/b#source", { inputs: new Set(["packages/b/src/b.ts"]) }),
  planned("@capstan/c#source", { inputs: new Set(["packages/c/src/c.ts"]) }),
];
const own = { inputs: new Set(["packages/a/src/a.ts", "packages/a/src/a.test.ts"]) };

test("own modules and the sources of what they import must be in the key, and nothing else in that of source", () => {
  const tasks = new Map([
    planned("@capstan/a#source", {
      inputs: new Set(["packages/a/src/a.ts"]),
      dependencies: ["@capstan/c#source"],
    }),
    planned("@capstan/a#test", { dependencies: ["@capstan/b#source", "@capstan/c#source"] }),
    planned("@capstan/a#test:slow", { ...own, dependencies: ["@capstan/b#source"] }),
    planned("@capstan/d#source", { dependencies: ["@capstan/a#source"] }),
    ...others,
  ]);
  expect(importProblems(a, tasks)).toEqual([
    "packages/a/turbo.json: source reads packages/b/src/b.ts, which it does not declare",
    "packages/a/turbo.json: test reads packages/a/src/a.ts and 1 more, which it does not declare",
    "packages/a/turbo.json: test:slow reads packages/c/src/c.ts, which it does not declare",
    "packages/a/turbo.json: source depends on @capstan/c, which no source imports: name the packages of source there",
  ]);
});

test.each([
  {
    given: {},
    want: ["typecheck", "test", "build"].map(
      (name) => `packages/a/package.json: there is no script "${name}", which its files ask for`,
    ),
  },
  {
    given: {
      typecheck: "true",
      test: "vitest run --passWithNoTests -t nothing",
      build: "tsup && tsc -p tsconfig.build.json && node ../../tools/release/stamp-build.ts",
    },
    want: [
      'packages/a/package.json: the script "typecheck" is "true", which is not what the others run',
      'packages/a/package.json: the script "test" is "vitest run --passWithNoTests -t nothing", which is not what the others run',
    ],
  },
])("scripts are there and do their work: $given", ({ given, want }) => {
  expect(scriptProblems({ ...a, manifest: { scripts: given } })).toEqual(want);
});

test("a path out of the package must be an input of one of its tasks", () => {
  const undeclared = new Map([planned("@capstan/a#test"), ...others]);
  expect(pathProblems(a, undeclared)).toEqual([
    "packages/a/src/a.test.ts: leads to packages/c/testdata/x.json, which no task of @capstan/a declares: add it to the task's inputs",
  ]);
  const declared = planned("@capstan/a#test", { inputs: new Set(["packages/c/testdata/x.json"]) });
  expect(pathProblems(a, new Map([declared, ...others]))).toEqual([]);
});
