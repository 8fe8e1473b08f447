// Commands that read files of others end when a file makes them work without an end.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "capstan-work-"));
  writeFileSync(join(root, "package.json"), '{ "name": "busy", "type": "module" }');
});
afterEach(() => rmSync(root, { recursive: true }));

interface Ended {
  readonly code: unknown;
  readonly signal: unknown;
  readonly stderr: string;
}

/** Runs a command in a project whose configuration is this code. */
function run(
  verb: string | readonly string[],
  configuration: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  writeFileSync(join(root, "capstan.config.ts"), configuration);
  return new Promise((resolve) => {
    const args = ["--conditions=@capstan/source", main, ...[verb].flat()];
    execFile(process.execPath, args, { cwd: root, env: { ...process.env, ...env } }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, signal: error?.signal ?? undefined, stderr }),
    );
  });
}

test.each([
  [
    "time",
    "for (;;);\n",
    { CAPSTAN_WORK_SECONDS: "0.5" },
    "it used more than 0.5 seconds of processor time\n  help: run it with one file or project at a time to find the one that takes so much; for files that you trust, set CAPSTAN_WORK_SECONDS to a higher number\n",
  ],
  [
    "memory",
    "const all = []; for (;;) all.push(new Uint8Array(2 ** 20).fill(1));\n",
    { CAPSTAN_WORK_GIBIBYTES: "0.4" },
    "it used more than 0.4 GiB of memory\n",
  ],
])("bundle is stopped when it takes too much %s", async (_, code, env, want) => {
  const ended = await run("bundle", `${code}export default {};\n`, env);
  expect(ended.signal).toBe("SIGKILL");
  expect(ended.stderr).toContain(`error cli/too-much-work: the command was stopped: ${want}`);
});

test.each(["", "x", "-1", "0", "NaN"])("CAPSTAN_WORK_SECONDS=%j is the standard limit", async (value) => {
  const ended = await run("bundle", "export default {};\n", { CAPSTAN_WORK_SECONDS: value });
  expect(ended).toMatchObject({ code: 1, signal: undefined });
});

/** What the configuration says about generating is computed, so generating runs it. */
const computed = "export default { generate: { sources: [String()] } };\n";

test.each(["generate", "doctor"])("%s is stopped, too", async (verb) => {
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), join(root, "node_modules"), "dir");
  const ended = await run(verb, `for (;;);\n${computed}`, { CAPSTAN_WORK_SECONDS: "0.5" });
  expect(ended.signal).toBe("SIGKILL");
  expect(ended.stderr).toContain("error cli/too-much-work");
});

test("generate --watch, which keeps running, is not", async () => {
  const busy =
    "const used = ({ user, system }) => user + system;\nwhile (used(process.cpuUsage()) < 2e6);\nprocess.exit();\n";
  const ended = await run(["generate", "--watch"], busy + computed, { CAPSTAN_WORK_SECONDS: "0.5" });
  expect(ended.signal).toBeUndefined();
  expect(ended.stderr).toContain("error cli/unfinished");
});

test("the limit holds however the command is written", async () => {
  const ended = await run(["--", "bundle"], "for (;;);\n", { CAPSTAN_WORK_SECONDS: "0.5" });
  expect(ended.stderr).toContain("error cli/too-much-work");
});
