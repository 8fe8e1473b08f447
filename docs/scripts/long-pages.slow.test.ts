// Pages whose projects take long. The one about machine pools is followed from the starter of a provider: its samples and edits are made, and the tests of the provider run.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "@capstan/repo";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newFolder, runProgram, writeSamples } from "./followed-project.ts";

let folder = "";

beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the sources of the starter, with the name that the pages give their project. */
function writeStarter(): void {
  const starter = join(root, "examples/provider-starter");
  const named = (text: string): string => text.replaceAll("starter", "foo").replaceAll("Starter", "Foo");
  for (const path of globSync(["src/**/*.ts", "capstan.config.ts"], { cwd: starter })) {
    mkdirSync(dirname(join(folder, named(path))), { recursive: true });
    writeFileSync(join(folder, named(path)), named(readFileSync(join(starter, path), "utf8")));
  }
}

/** Changes a file of the project as a page says: each of these is in it once. */
function edit(path: string, ...changes: readonly (readonly [before: string | RegExp, after: string])[]): void {
  const file = join(folder, path);
  for (const [before, after] of changes) {
    const text = readFileSync(file, "utf8");
    expect(text.split(before)).toHaveLength(2);
    writeFileSync(
      file,
      text.replace(before, () => after),
    );
  }
}

test("machine-pools.md leads from the starter to a provider with pools", async () => {
  writeStarter();
  writeSamples(folder, "machine-pools.md");
  rmSync(join(folder, "src/foo-machine-pool-machines.ts"));
  const page = readFileSync(join(root, "docs/machine-pools.md"), "utf8");
  const [imports = "", functions = ""] = [...page.matchAll(/^ {3}```\n([\s\S]*?)^ {3}```$/gm)].map(
    ([, block = ""]) => block,
  );
  const sample = readFileSync(join(folder, "src/controllers/foo-machine-pool.ts"), "utf8");
  const group = /^interface Group \{[\s\S]*?^\}$/m.exec(sample)?.[0] ?? "";
  const calls = /cloud: \{\n([\s\S]*?)^ {2}\};$/m.exec(sample)?.[1] ?? "";
  edit(
    "src/controllers/foo-machine-pool.ts",
    ['import type { KubeObject, Resource } from "@capstan/api";\n', imports],
    ["  initProvider,\n  type ProviderKit,\n", ""],
    [/^declare const FooCluster[\s\S]*?^const kit: .*$/m, ""],
  );
  edit(
    "src/cloud.ts",
    ["/** What controllers call. */\nexport interface Cloud {\n", `${group}\nexport interface Cloud {\n${calls}`],
    ["  return {\n    ensureServer(", `  return {\n${functions}    ensureServer(`],
  );
  edit(
    "src/provider.ts",
    [
      'import { kit } from "./kit.ts";\n',
      'import { kit } from "./kit.ts";\nimport { FooMachinePoolTemplate } from "./api/v1beta1/foo-machine-pool.ts";\nimport { fooMachinePool } from "./controllers/foo-machine-pool.ts";\n',
    ],
    ["fooMachine]", "fooMachine, fooMachinePool]"],
    ["FooMachineTemplate]", "FooMachineTemplate, FooMachinePoolTemplate]"],
  );
  const generated = await runProgram(folder, ["packages/cli/src/main.ts", "generate"]);
  expect(generated).toContain("created generated/crds/infrastructure.cluster.x-k8s.io_foomachinepools.yaml");
  expect(await runProgram(folder, ["node_modules/typescript/bin/tsc", "-p", "."])).toBe("");
  expect(await runProgram(folder, ["docs/node_modules/vitest/vitest.mjs", "run"])).toMatch(/Tests +[0-9]+ passed/);
});

test("faults.md has an operator that passes its tests under each fault", async () => {
  writeSamples(folder, "faults.md");
  const output = await runProgram(folder, ["docs/node_modules/vitest/vitest.mjs", "run"]);
  expect(output).toMatch(/Tests +11 passed/);
});
