// Pages that make a whole project are followed: their samples are written as files, the CRDs are generated, and the test on the page runs. The tests of a
// scaffolded project stand in src/, and its capstan.config.ts is read by `capstan generate`. Of pages that define kinds alone, the CRDs are generated.
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newFolder, runProgram, writeSamples } from "./followed-project.ts";

let folder = "";

beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["bootstrap-provider.md", "a config has its data in a Secret"],
  ["ip-pools.md", "a claim gets an address"],
])("%s leads to a project whose test passes", async (page, title) => {
  writeSamples(folder, page);
  expect(await runProgram(folder, ["packages/cli/src/main.ts", "generate"])).toContain("created generated/crds/");
  const output = await runProgram(folder, ["docs/node_modules/vitest/vitest.mjs", "run", "--reporter", "verbose"]);
  expect(output).toContain(`${title} `);
  expect(output).toMatch(/Tests +1 passed/);
});

test.each([
  ["contracts.md", ["controlplane.cluster.x-k8s.io_foocontrolplanes", "infrastructure.cluster.x-k8s.io_foomachines"]],
  ["machine-pools.md", ["infrastructure.cluster.x-k8s.io_foomachinepools"]],
])("capstan generate finds nothing wrong with the kinds of %s", async (page, crds) => {
  writeSamples(folder, page);
  const output = await runProgram(folder, ["packages/cli/src/main.ts", "generate"]);
  for (const crd of crds) expect(output).toContain(`created generated/crds/${crd}.yaml`);
  expect(output).not.toMatch(/warning|error/);
});
