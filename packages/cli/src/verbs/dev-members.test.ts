// `capstan dev --once` of a project with several programs, and a start that fails.
import { once } from "node:events";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { twoProgramsConfig, useSmallPrograms } from "../../test/two-programs.ts";

const project = new DevProject();

test("each has a debugger of its own, and --once ends when all are ready", async () => {
  useSmallPrograms(project);
  const dev = project.start("--inspect=0", "--once");
  const [, main] = await project.until(/the debugger of src\/main\.ts listens on ws:\/\/127\.0\.0\.1:(\d+)/);
  const [, hooks] = await project.until(/the debugger of src\/hooks\.ts listens on ws:\/\/127\.0\.0\.1:(\d+)/);
  expect(main).not.toBe(hooks);
  expect(await once(dev, "close")).toEqual([0, null]);
  expect(project.printed).toContain("stopped src/main.ts and src/hooks.ts\n");
});

test("--once reports what is wrong with one of them", async () => {
  useSmallPrograms(project);
  project.write(
    "src/two.ts",
    `export const word = "two";\nif (!process.argv.includes("--describe")) process.exit(5);\n`,
  );
  const dev = project.start("--once");
  expect(await once(dev, "close")).toEqual([1, null]);
  expect(project.printed).toMatch(/error dev\/ended: src\/hooks\.ts ended with code 5 before it was ready/);
});

test("an entry that does not exist ends dev before anything is started", async () => {
  useSmallPrograms(project);
  project.write(
    "capstan.config.ts",
    `export default ${JSON.stringify(twoProgramsConfig).replace("hooks.ts", "no.ts")};\n`,
  );
  expect(await once(project.start(), "close")).toEqual([1, null]);
  expect(project.printed).toContain('error cli/no-entry: there is no "src/no.ts"');
  expect(project.printed).not.toContain("control plane ready");
});

test("--once reports what keeps each program from describing itself", async () => {
  useSmallPrograms(project);
  project.write("src/one.ts", `export const word = "one";\nthrow new Error("no cloud");\n`);
  project.write("src/two.ts", `export const word = "two";\nthrow new Error("no hooks");\n`);
  expect(await once(project.start("--once"), "close")).toEqual([1, null]);
  expect(project.printed).toMatch(/src\/one\.ts:2:7 error cli\/module: cannot load "src\/main\.ts": no cloud/);
  expect(project.printed).toMatch(/src\/two\.ts:2:7 error cli\/module: cannot load "src\/hooks\.ts": no hooks/);
  expect(project.printed).not.toContain("control plane ready");
});
