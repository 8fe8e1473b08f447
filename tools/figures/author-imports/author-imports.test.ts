// Which imports authors may read in examples and pages.
import { expect, test } from "vitest";
import { importProblems, pageProblems } from "./problems.ts";

const allowed: readonly (readonly [path: string, specifier: string, want: boolean])[] = [
  ["examples/provider-starter/src/main.ts", "@capstan/controller-kit", true],
  ["examples/provider-starter/src/main.ts", "@capstan/controller-kit/testing", true],
  ["examples/provider-starter/src/main.ts", "@capstan/kube", false],
  ["examples/provider-starter/src/main.ts", "@capstan/api-extra", false],
  ["examples/provider-local/src/main.ts", "@capstan/client", true],
  ["examples/provider-local/src/main.ts", "@capstan/operator", false],
  ["examples/operator/src/main.ts", "@capstan/operator", true],
  ["packages/schema/README.md", "@capstan/schema/yaml", true],
  ["packages/schema/README.md", "@capstan/kube", true],
  ["packages/schema/README.md", "@capstan/client", false],
  ["packages/extension-kit/README.md", "@capstan/serve", false],
  ["docs/testing.md", "@capstan/testenv", true],
  ["docs/annotations.md", "pino", true],
];

test.each(allowed)("%s imports %s: %s", (path, specifier, want) => {
  expect(importProblems(path, [{ specifier, line: 1 }])).toHaveLength(want ? 0 : 1);
});

test("a sample's import is reported at its line of the page", () => {
  const page = '# Page\n\n```ts\nimport { a } from "@capstan/api";\nimport { b } from "@capstan/kube";\n```\n';
  expect(pageProblems("docs/page.md", page)).toEqual([
    "docs/page.md:5 imports @capstan/kube; authors import @capstan/api, a kit and @capstan/cli (tools/figures/author-imports/allowed.ts)",
  ]);
});
