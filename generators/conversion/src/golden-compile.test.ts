// The golden cases as a compiler sees them: declarations that the generator accepts, and every module it makes, compile
// under the strictest settings. So tsc and the generator agree on which fields differ.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "..");
const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "..", "bin", "tsc");

it("compiles without errors", async () => {
  const output = await new Promise<string>((resolve) => {
    const args = [tsc, "-p", "tsconfig.golden.json", "--pretty", "false"];
    execFile(process.execPath, args, { cwd: folder }, (_, stdout) => resolve(stdout));
  });
  expect(output).toBe("");
}, 60_000);
