// A project with two programs under `capstan dev`, of which one cannot say what it is when dev starts: the other runs, and the next save starts both.
import { once } from "node:events";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { useSmallPrograms } from "../../test/two-programs.ts";

const project = new DevProject();

test.each([
  [
    "a loop that never ends",
    "for (;;);",
    /src\/two\.ts:2:\d+ error cli\/describe: [^\n]*: it did not end within 5 seconds[^\n]*: its event loop is blocked/,
  ],
  [
    "an await that never ends",
    "setInterval(() => undefined, 1000);\nawait new Promise(() => undefined);",
    /"node src\/hooks\.ts --describe" did not print a description: it did not end within 5 seconds after another program/,
  ],
])("%s at import keeps no other program from running", async (_, code, problem) => {
  useSmallPrograms(project);
  project.write("src/two.ts", `export const word = "two";\n${code}\n`);
  const dev = project.start();
  await project.until(/src\/main\.ts ready after/);
  await project.until(problem);
  project.printed = "";
  project.write("src/two.ts", `export const word = "two";\n`);
  await project.until(/src\/hooks\.ts ready after/);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
});

test.each([
  ["when it describes itself", ""],
  ["when it starts", 'if (!process.argv.includes("--describe"))'],
])("a program that waits for ever %s holds back neither the sample nor the check of types", async (_, when) => {
  useSmallPrograms(project);
  project.write(
    "src/two.ts",
    `export const word = "two";\n${when} {\n  setInterval(() => undefined, 1000);\n  await new Promise(() => undefined);\n}\n`,
  );
  project.write("dev/cluster.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: default }\n");
  const dev = project.start("--apply");
  await project.until(/applying dev\/cluster\.yaml/);
  await project.until(/types are not checked: /);
  expect(project.printed).toMatch(/src\/main\.ts ready after/);
  project.printed = "";
  project.write("src/two.ts", `export const word = "two";\n`);
  await project.until(/src\/hooks\.ts ready after/);
  expect(project.printed).not.toMatch(/applying dev|before it was ready/);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
});

test("a call of process.exit() at import has its line", async () => {
  useSmallPrograms(project);
  project.write("src/two.ts", `export const word = "two";\nprocess.exit(3);\n`);
  project.start();
  await project.until(/src\/two\.ts:2:9 error dev\/ended: src\/hooks\.ts ended with code 3 before it was ready/);
  await project.until(/src\/main\.ts ready after/);
  expect(project.printed).not.toContain("cli/describe");
});
