// The command as a process: its errors are in colors only where they are wanted.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const command = fileURLToPath(new URL("./command.ts", import.meta.url));
const problem = '--type takes provider or extension, not "nope"\n';

test.each([
  [{}, "create-capstan:"],
  [{ FORCE_COLOR: "1" }, "\u001B[38;5;160mcreate-capstan:\u001B[39m"],
  [{ NO_COLOR: "1" }, "create-capstan:"],
])("with %j", (env, label) => {
  const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env;
  const args = ["--conditions=@capstan/source", command, "--type", "nope"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...inherited, ...env } });
  expect([status, stderr]).toEqual([2, `${label} ${problem}`]);
});
