// The plugin in the three tools that take it, each started as its users start it: it writes what is stale and says so in one line; in CI it
// writes nothing, passes where nothing is stale, and else fails with the difference; a mistake fails with its place.
import { expect, test } from "vitest";
import { recipe } from "./recipes.ts";
import { fooSource, type Tree } from "../../../packages/cli/test/foo-project.ts";
import { crd, RecipeProject } from "./recipe-project.ts";

const tests: Tree = {
  "src/foo.test.ts": [
    'import { readFileSync } from "node:fs";',
    'import { expect, test } from "vitest";',
    'import { Foo } from "./api/v1/foo.ts";',
    'test("the CRD is there", () => {',
    `  const text = readFileSync(new URL("../${crd}", import.meta.url), "utf8");`,
    "  expect(text).toContain(`kind: ${Foo.kind}`);",
    "});",
    "",
  ].join("\n"),
};
const page: Tree = { "index.html": '<script type="module" src="/src/main.ts"></script>\n' };

const tools: readonly (readonly [string, string, readonly Tree[]])[] = [
  ["vitest", "vitest run", [recipe("vitest.config.ts"), tests]],
  ["vite", "vite build", [recipe("vite.config.ts"), page]],
  ["tsup", "tsup", [recipe("tsup.config.ts")]],
];

test.each(tools)("%s", (_, command, trees) => {
  using at = new RecipeProject(...trees);
  const first = at.sh(command);
  expect([first.code, first.text.match(/generated again: .*/g)]).toEqual([
    0,
    [`generated again: generated/.capstan-owned.json, ${crd.replace("yaml", "json")}, ${crd}`],
  ]);
  expect([at.limit(), at.sh("capstan generate --check").code]).toEqual([1, 0]);

  const upToDate = at.sh(command, { CI: "true" });
  expect([upToDate.code, upToDate.text]).toEqual([0, expect.not.stringContaining("generated again")]);

  at.write({ "src/api/v1/foo.ts": fooSource({ limit: 2 }) });
  const stale = at.sh(command, { CI: "true" });
  expect([stale.code, at.limit()]).toEqual([1, 1]);
  expect(stale.text).toContain(`  stale ${crd}\n`);
  expect(stale.text).toContain("-                 minLength: 1\n+                 minLength: 2\n");
  expect(stale.text).toContain("run: npx capstan generate, and commit what it writes");

  at.write({ "src/api/v1/foo.ts": fooSource({ limit: 1, tag: "minLenght" }) });
  const broken = at.sh(command);
  expect([broken.code, broken.text]).toEqual([1, expect.stringContaining(mistake)]);
});

const mistake = [
  'src/api/v1/foo.ts:6:6 error model/unknown-tag: there is no tag "@minLenght"; did you mean "@minLength"?',
  "  4 |   /**",
  "  5 |    * size is its size.",
  "> 6 |    * @minLenght 1",
  "    |      ^",
].join("\n");
