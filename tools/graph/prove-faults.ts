// What else can make a check lie: a damaged cache, a task killed halfway, a package whose tests nobody runs, two checks at once.
// Each is done in the copy, which is no git repository either.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runCommand, type Step } from "@capstan/repo";
import { plan } from "./dry-run.ts";
import type { Copy } from "./copy.ts";

const small = "@capstan/repo#test";
const results = "tools/repo/.results/test.json";

/** One step for each fault. */
export function faultSteps(copy: Copy): Step[] {
  return [
    { name: "a damaged cache gives no result away", run: () => damagedCache(copy) },
    { name: "a task killed halfway is not kept", run: () => killedTask(copy) },
    { name: "a package whose tests nobody runs is named", run: () => testsNobodyRuns(copy) },
    { name: "two checks at once: the second waits", run: () => twoChecks(copy) },
  ];
}

/** Every artifact of a cache of its own is cut in half: the task must run again, and leave results that can be read. */
async function damagedCache({ folder }: Copy): Promise<string> {
  const cache = mkdtempSync(join(folder, "../cache-"));
  const run = (): Promise<number> => turbo(folder, { TURBO_CACHE_DIR: cache });
  if ((await run()) !== 0) throw new Error(`${small} fails before anything is damaged`);
  const artifacts = globSync("*.tar.zst", { cwd: cache });
  if (artifacts.length === 0) throw new Error("turbo kept nothing");
  for (const artifact of artifacts) {
    const whole = readFileSync(join(cache, artifact));
    writeFileSync(join(cache, artifact), whole.subarray(0, whole.length / 2));
  }
  rmSync(join(folder, results), { force: true });
  const code = await run();
  if (code !== 0) return `turbo rejects it, exit code ${code}`;
  const { numPassedTests } = JSON.parse(readFileSync(join(folder, results), "utf8")) as {
    readonly numPassedTests: number;
  };
  if (numPassedTests === 0) throw new Error("the results say that no test passed");
  return "the task ran again";
}

async function turbo(folder: string, env: Readonly<Record<string, string>>): Promise<number> {
  const { code } = await runCommand(["turbo", "run", small, "--output-logs=errors-only"], { cwd: folder, env });
  return code;
}

async function killedTask({ folder }: Copy): Promise<undefined> {
  const env = { TURBO_CACHE_DIR: mkdtempSync(join(folder, "../cache-")) };
  const child = spawn("turbo", ["run", small], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "pipe",
    detached: true,
  });
  const closed = once(child, "close");
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  // The line that vitest opens with: the task runs now.
  while (!/RUN /.test(output) && child.exitCode === null) await delay(20);
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  await closed;
  if ((await plan([small], { root: folder, env })).get(small)?.cached !== false) throw new Error("turbo kept a result");
  return undefined;
}

async function testsNobodyRuns({ folder }: Copy): Promise<undefined> {
  const file = join(folder, "packages/serve/package.json");
  const before = readFileSync(file, "utf8");
  writeFileSync(file, before.replace(/\n *"test": [^\n]*/, ""));
  try {
    const { code, output } = await check(folder);
    if (code !== 1 || !output.includes('packages/serve/package.json: there is no script "test"'))
      throw new Error(`check ended with ${code}:\n${output}`);
    return undefined;
  } finally {
    writeFileSync(file, before);
  }
}

async function twoChecks({ folder }: Copy): Promise<undefined> {
  const ended = await Promise.all([check(folder), check(folder)]);
  const waited = ended.filter(({ output }) => output.includes("another check runs in this tree"));
  if (ended.some(({ code }) => code !== 0) || waited.length !== 1)
    throw new Error(ended.map(({ code, output }) => `ended with ${code}:\n${output}`).join("\n"));
  return undefined;
}

async function check(folder: string): Promise<{ readonly code: number; readonly output: string }> {
  return runCommand(["pnpm", "run", "check", "task graph"], { cwd: folder });
}
