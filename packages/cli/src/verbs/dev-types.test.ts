// The type checker beside `capstan dev`: it shows what is wrong after the project was started, and what it runs in ends with dev.
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { resolvePackage } from "../project/installed-packages.ts";

const project = new DevProject();

test("wrong types are shown after the start, which they do not keep from serving", async () => {
  const compiler = resolvePackage("typescript", dirname(fileURLToPath(import.meta.url))) ?? "";
  symlinkSync(compiler, join(project.root, "node_modules/typescript"), "dir");
  const options = { noEmit: true, strict: true, types: [], skipLibCheck: true, module: "nodenext" };
  project.write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: options, include: ["src/word.ts", "src/word.test.ts"] }),
  );
  project.write("src/word.ts", `export const word: number = "one";\n`);
  const dev = project.start();
  await project.until(
    /ready after[\s\S]*src\/word\.ts:1:14 error dev\/types: TS2322: Type 'string' is not assignable to type 'number'\n> 1 \| export/,
  );
  project.say("two");
  await project.until(/types are right again/);
  project.write("src/word.test.ts", `export const other: number = "two";\n`);
  await project.until(/src\/word\.test\.ts:1:14 error dev\/types: TS2322/);
  project.write("src/word.test.ts", `export const other: number = 2;\n`);
  await project.until(/word\.test\.ts:1:14[\s\S]*types are right again/);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
});
