// Signals end a command that computes. Where the command keeps compiled code: in this user's cache folder, never in the temporary folder, and nowhere when others can change the folder.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
let root: string;
let temporary: string;
let cache: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-compiled-"));
  [temporary, cache] = [join(root, "tmp"), join(root, "cache")];
  for (const folder of [temporary, cache]) mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs `capstan explain crd/float` with the two folders, and returns the names in each. */
async function run(): Promise<{ readonly temporary: string[]; readonly cache: string[] }> {
  const { NODE_COMPILE_CACHE: _, ...inherited } = process.env;
  const env = { ...inherited, TMPDIR: temporary, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@capstan/source", main, "explain", "crd/float"],
    {
      env,
    },
  );
  expect(stdout).toContain("crd/float");
  return { temporary: readdirSync(temporary), cache: readdirSync(cache, { recursive: true, encoding: "utf8" }) };
}

test("compiled code is below the user's cache folder", async () => {
  const { temporary: shared, cache: own } = await run();
  expect(shared).toEqual([]);
  expect(own).toEqual(expect.arrayContaining([join("capstan", "compiled")]));
  // Each module is a file in a folder that is named for the version of Node.
  expect(own.filter((name) => name.split(sep).length > 3).length).toBeGreaterThan(1);
});

test.runIf(process.getuid !== undefined)(
  "a folder that others can change is not used, and the command runs",
  async () => {
    mkdirSync(join(cache, "capstan", "compiled"), { recursive: true });
    chmodSync(join(cache, "capstan"), 0o777);
    expect(await run()).toEqual({ temporary: [], cache: ["capstan", join("capstan", "compiled")] });
  },
);

test.each(["SIGINT", "SIGTERM"] as const)("%s ends a command that computes", async (signal) => {
  writeFileSync(join(root, "package.json"), '{ "name": "busy", "type": "module" }');
  const busy = 'import { writeSync } from "node:fs";\nconst wait = () => { writeSync(1, "busy"); for (;;); };\n';
  writeFileSync(join(root, "capstan.config.ts"), `${busy}export default wait();\n`);
  const command = spawn(process.execPath, ["--conditions=@capstan/source", main, "import", "any.yaml"], {
    cwd: root,
  });
  const ended = once(command, "exit");
  try {
    const [printed] = await once(command.stdout, "data");
    expect(String(printed)).toBe("busy");
    command.kill(signal);
    expect(await Promise.race([ended, setTimeout(5000, "still running")])).toEqual([null, signal]);
  } finally {
    command.kill("SIGKILL");
  }
});
