// The plugin while something is watched: what tests and pages see after an edit.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { recipe } from "./recipes.ts";
import { fooSource } from "../../../packages/cli/test/foo-project.ts";
import { crd, RecipeProject, until } from "./recipe-project.ts";

const sees = (name: string, importsApi: boolean): string =>
  [
    'import { readFileSync } from "node:fs";',
    'import { test } from "vitest";',
    importsApi ? 'import { Foo } from "./api/v1/foo.ts";' : 'const Foo = { kind: "Foo" };',
    `test("${name}", () => {`,
    `  const text = readFileSync(new URL("../${crd}", import.meta.url), "utf8");`,
    `  console.log(\`${name} \${Foo.kind} saw \${/minLength: \\d+/.exec(text)?.[0]}\`);`,
    "});",
    "",
  ].join("\n");

test("vitest --watch runs tests on what was generated from the edit", async () => {
  using at = new RecipeProject(recipe("vitest.config.ts"), {
    "src/importing.test.ts": sees("importing", true),
    "src/reading.test.ts": sees("reading", false),
  });
  const said = at.start("vitest --watch");
  const saw = async (from: number, limit: number): Promise<void> => {
    for (const name of ["importing", "reading"])
      await until(() => said().slice(from).includes(`${name} Foo saw minLength: ${limit}`), said);
    await until(() => said().slice(from).includes("Waiting for file changes"), said);
  };
  await saw(0, 1);
  let before = said().length;
  at.write({ "src/api/v1/foo.ts": fooSource({ limit: 7 }) });
  await saw(before, 7);
  // No test ran on the CRD of before.
  expect(said().slice(before)).not.toContain("saw minLength: 1");

  before = said().length;
  at.write({ [crd]: at.read(crd).replace("minLength: 7", "minLength: 9") });
  await until(() => at.limit() === 7, said);
  await saw(before, 7);

  before = said().length;
  at.write({ "src/api/v1/foo.ts": fooSource({ limit: 7, tag: "minLenght" }) });
  await until(() => /FAIL +src\/importing\.test\.ts[^]*Tests failed/.test(said().slice(before)), said);
  expect(said().slice(before)).toContain("src/api/v1/foo.ts:6:6 error model/unknown-tag: ");

  before = said().length;
  at.write({ "src/api/v1/foo.ts": fooSource({ limit: 4 }) });
  await saw(before, 4);
});

test("vite's server generates after an edit, and answers a broken API with its mistake", async () => {
  using at = new RecipeProject(recipe("vite.config.ts"), {
    "index.html": '<script type="module" src="/src/main.ts"></script>\n',
  });
  const said = at.start("vite --port 0 --host 127.0.0.1");
  await until(() => /http:\/\/127\.0\.0\.1:\d+/.test(said()), said);
  const url = `${/http:\/\/127\.0\.0\.1:\d+/.exec(said())?.[0]}/src/api/v1/foo.ts`;
  const ask = async (): Promise<readonly [number, string]> => {
    const response = await fetch(url);
    return [response.status, await response.text()];
  };
  // Vite's watcher passes over a change that follows another of the same file within 50 ms.
  const edit = async (text: string): Promise<void> => {
    await delay(200);
    at.write({ "src/api/v1/foo.ts": text });
  };
  expect([at.limit(), (await ask())[0]]).toEqual([1, 200]);
  await edit(fooSource({ limit: 5 }));
  await until(() => at.limit() === 5, said);
  await edit(fooSource({ limit: 5, tag: "minLenght" }));
  await until(() => said().includes("error model/unknown-tag"), said);
  const [status, text] = await ask();
  expect([status, text]).toEqual([500, expect.stringContaining("src/api/v1/foo.ts:6:6 error model/unknown-tag")]);
  await edit(fooSource({ limit: 6 }));
  await until(() => at.limit() === 6, said);
  expect((await ask())[0]).toBe(200);
});
