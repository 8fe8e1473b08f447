// Pages that make a whole project are followed: their samples are written as files, the CRDs are generated, and the test on the page runs. The tests of a
// scaffolded project stand in src/, and its capstan.config.ts is read by `capstan generate`. Of pages that define kinds alone, the CRDs are generated.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, runCommand, samplesOf } from "@capstan/repo";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-followed-"));
  symlinkSync(join(root, "docs/node_modules"), join(folder, "node_modules"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the samples of a page that name a file. */
function write(page: string): void {
  const named = samplesOf(page, readFileSync(join(root, "docs", page), "utf8"));
  for (const { path, text } of named) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // Packages are read from their sources, which are there before anything is built.
  const compilerOptions = { typeRoots: [join(root, "node_modules/@types")] };
  const paths = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(paths));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "followed", type: "module" }));
  const settings = `import { packageTests } from ${JSON.stringify(join(root, "vitest.shared.ts"))};\nexport default packageTests("src/**");\n`;
  writeFileSync(join(folder, "vitest.config.ts"), settings);
}

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

/** Runs a program of the repository from source in the project. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const command = [process.execPath, "--conditions=@capstan/source", join(root, program), ...args];
  const { code, output } = await runCommand(command, { cwd: folder });
  return code === 0 ? output : `ended with ${code}:\n${output}`;
}

test.each([
  ["bootstrap-provider.md", "a config has its data in a Secret"],
  ["ip-pools.md", "a claim gets an address"],
])("%s leads to a project whose test passes", async (page, title) => {
  write(page);
  expect(await run("packages/cli/src/main.ts", "generate")).toContain("created generated/crds/");
  const output = await run("docs/node_modules/vitest/vitest.mjs", "run", "--reporter", "verbose");
  expect(output).toContain(`${title} `);
  expect(output).toMatch(/Tests +1 passed/);
});

test.each([
  ["contracts.md", ["controlplane.cluster.x-k8s.io_foocontrolplanes", "infrastructure.cluster.x-k8s.io_foomachines"]],
  ["machine-pools.md", ["infrastructure.cluster.x-k8s.io_foomachinepools"]],
])("capstan generate finds nothing wrong with the kinds of %s", async (page, crds) => {
  write(page);
  const output = await run("packages/cli/src/main.ts", "generate");
  for (const crd of crds) expect(output).toContain(`created generated/crds/${crd}.yaml`);
  expect(output).not.toMatch(/warning|error/);
});

test("machine-pools.md leads from the starter to a provider with pools", async () => {
  writeStarter();
  write("machine-pools.md");
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
  const generated = await run("packages/cli/src/main.ts", "generate");
  expect(generated).toContain("created generated/crds/infrastructure.cluster.x-k8s.io_foomachinepools.yaml");
  expect(await run("node_modules/typescript/bin/tsc", "-p", ".")).toBe("");
  expect(await run("docs/node_modules/vitest/vitest.mjs", "run")).toMatch(/Tests +[0-9]+ passed/);
});
