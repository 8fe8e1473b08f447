// The page about hooks of one's own: its samples are the example's files, and as a project they generate, pass the page's test, and are rejected as the page
// says when a hook is removed. What becomes of a removed version is tried with the first product that there was.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, samplesOf } from "@capstan/repo";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newFolder, runProgram, writeSamples } from "./followed-project.ts";

const name = "own-hooks.md";
const page = readFileSync(join(root, "docs", name), "utf8");
const example = join(root, "examples/own-hooks");

let folder = "";

beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const samples = samplesOf(name, page).filter(({ path }) => !path.startsWith("src/generated/"));

test.each(samples)("$path is the example's", ({ path, text }) => {
  const inTest = join(example, path.replace(/^src\/(?=\w+\.test\.ts$)/, "test/"));
  const file = existsSync(inTest) ? inTest : join(example, path);
  const moved = readFileSync(file, "utf8").replaceAll('"../src/', '"./');
  expect(text).toBe(`// ${path}\n${path.endsWith(".test.ts") ? moved : readFileSync(file, "utf8")}`);
});

test("the samples make a project whose test passes, and whose hooks cannot be removed at once", async () => {
  writeSamples(folder, name);
  rmSync(join(folder, "src/generated"), { recursive: true });
  const generate = ["packages/cli/src/main.ts", "generate"] as const;
  expect(await runProgram(folder, [...generate, "--release", "1.2.0"])).toContain(
    "created src/generated/hook-conversions.ts",
  );
  const run = ["docs/node_modules/vitest/vitest.mjs", "run", "src/product.test.ts"] as const;
  expect(await runProgram(folder, run)).toMatch(/Tests +4 passed/);
  const hooks = join(folder, "src/api/v1beta1/hooks.ts");
  const [kept = ""] = readFileSync(hooks, "utf8").split("/** The backup that has ended.");
  writeFileSync(hooks, kept);
  const [rejected = ""] = /^hooks\.lock error hooks\/removed: .*\n.*$/m.exec(page) ?? [];
  expect(await runProgram(folder, generate)).toContain(rejected);
  expect(rejected).not.toBe("");
});

test("the first version can be removed in the release that its mark names, and its product reads what the page says", async () => {
  writeSamples(folder, name);
  rmSync(join(folder, "src/generated"), { recursive: true });
  const release = (version: string): Promise<string> =>
    runProgram(folder, ["packages/cli/src/main.ts", "generate", "--release", version]);
  await release("1.2.0");
  const first = join(example, "test/testdata/release-1.0");
  cpSync(first, join(folder, "first"), { recursive: true });
  const called = (): Promise<string> => runProgram(folder, ["docs/scripts/call-removed-version.ts"]);
  expect(await called()).toBe("200\ndiscovered v1alpha1\n");
  rmSync(join(folder, "src/api/v1alpha1"), { recursive: true });
  const conversions = join(folder, "src/api/conversions/before-backup.ts");
  const kept = readFileSync(conversions, "utf8")
    .split("export const ")
    .filter((part) => !part.startsWith("first"))
    .join("export const ")
    .replace(/^import .*v1alpha1.*\n/m, "");
  writeFileSync(conversions, kept);
  expect(await release("1.4.0")).not.toContain("error");
  const [quoted = ""] = /^"quota" answers .*$/m.exec(page) ?? [];
  expect(quoted).not.toBe("");
  expect(await called()).toContain(`404\n`);
  expect(await called()).toContain(quoted);
});
