// Commands are run to their end with their output kept, and what they start ends with this process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCommand } from "./run-command.ts";

const print = "console.log(JSON.stringify(process.argv.slice(1))); console.error('printed')";

const cases = [
  {
    name: "keeps the output and hands arguments over as they are",
    command: ["node", "-e", print, "a b", "$HOME", "%PATH%", '"', "&& exit 1"],
    want: { code: 0, output: `${JSON.stringify(["a b", "$HOME", "%PATH%", '"', "&& exit 1"])}\nprinted\n` },
  },
  {
    name: "answers with the code of a failure",
    command: ["node", "-e", "process.exit(3)"],
    want: { code: 3, output: "" },
  },
  {
    name: "answers 127 for a program that is not there",
    command: ["no-such-program"],
    want: { code: 127, output: "spawn no-such-program ENOENT\n" },
  },
];

it.each(cases)("$name", async ({ command, want }) => {
  const { code, output } = await runCommand(command);
  // Two streams have no order between them.
  expect({ code, output: output.split("\n").toSorted() }).toEqual({
    ...want,
    output: want.output.split("\n").toSorted(),
  });
});

// A program of ours that runs a command, which starts a program of its own and says its process id.
const below = `
const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
console.log(child.pid);
`;
const ours = `
import { runCommand } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "run-command.ts")).href)};
await runCommand(["node", "-e", ${JSON.stringify(below)}], { live: true });
`;

it.skipIf(process.platform === "win32").each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "ends what a command started when %s ends us",
  async (signal) => {
    const args = ["--conditions=@capstan/source", "--input-type=module", "-e", ours];
    const program = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void program.kill("SIGKILL"));
    const [chunk] = (await once(program.stdout, "data")) as [Buffer];
    const grandchild = Number(chunk.toString());
    expect(isAlive(grandchild)).toBe(true);
    program.kill(signal);
    expect(await once(program, "exit")).toEqual([null, signal]);
    await expect.poll(() => isAlive(grandchild), { timeout: 20_000 }).toBe(false);
  },
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
