// Pages that make a whole project are followed: their samples are written as files, the CRDs are generated, and the test on the page runs. The tests of a
// scaffolded project stand in src/, and its capstan.config.ts is read by `capstan generate`. Of pages that define kinds alone, the CRDs are generated.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
  const paths = { extends: join(root, "tsconfig.base.json"), include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(paths));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "followed", type: "module" }));
  const settings = `import { packageTests } from ${JSON.stringify(join(root, "vitest.shared.ts"))};\nexport default packageTests("src/**");\n`;
  writeFileSync(join(folder, "vitest.config.ts"), settings);
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
