// Screen and console of `capstan dev` for a project with several programs: whose line of the log it is, what is wrong with each, and keys and actions that reach all.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PtyScreen } from "@capstan/tool-terminal";
import { expect, onTestFinished, test } from "vitest";
import { callConsole } from "../../test/console/console-calls.ts";
import { devEntry, DevProject } from "../../test/dev-project.ts";
import { twoProgramsConfig, useSmallPrograms, useTwoPrograms } from "../../test/two-programs.ts";
import { hasPageFiles } from "../console/page-files.ts";
import type { ActionAnswer, WholeState } from "../console/wire.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const project = new DevProject();

function openScreen(): PtyScreen {
  const command = [process.execPath, "--conditions=@capstan/source", main, "dev"];
  const screen = new PtyScreen({ command, cwd: project.root, columns: 120, rows: 40 });
  onTestFinished(() => screen.close());
  return screen;
}

test("both are one project on the screen: objects and hooks, the log of each, one that is wrong, and both killed", async () => {
  useTwoPrograms(project);
  const screen = openScreen();
  await screen.until(/starter {2}infrastructure, runtime-extension {2}✓ ready/);
  await screen.until(/info {2}infrastructure: Caches are filled/);
  await screen.until(/info {2}runtime-extension: Serving/);
  screen.press("a");
  await screen.until(/✓ StarterMachine dev-workers-/);
  await screen.until(/─ hooks .*\n.*✓ BeforeClusterCreate/);
  // The topology has the number: that of the MachineDeployment alone would be set back.
  await screen.until(/MachineDeployment dev-workers-\S+ .*1\/1/);
  screen.press("s");
  await screen.until(/^workers: 1 → 1_/m);
  screen.press("+\r");
  await screen.until(/scaled the workers "workers" of the topology of Cluster default\/dev to 2/);
  await screen.until(/MachineDeployment dev-workers-\S+ .*2\/2/);
  screen.press("k");
  await screen.until(/killed src\/main\.ts and src\/hooks\.ts with SIGKILL; the project is started again/);
  project.write("src/hooks.ts", "export const hooks = ;\n");
  await screen.until(/! runtime-extension is down, 1 error/);
  await screen.until(/─ errors ─.*\nsrc\/hooks\.ts:1:\d+ error cli\/module: /);
  screen.press("q");
  expect(await screen.ended()).toBe(0);
  expect(screen.lines().findLast((line) => line !== "")).toBe(
    "stopped src/main.ts and src/hooks.ts and their control plane",
  );
});

test("a block of one program is shown while the other one prints, and ends with the process", async () => {
  useSmallPrograms(project);
  const often = `export const word = "one";\nif (!process.argv.includes("--describe")) setInterval(() => console.log("goes on"), 50);\n`;
  project.write("src/one.ts", often);
  const screen = openScreen();
  await screen.until(/✓ ready/);
  project.write(
    "src/two.ts",
    `export const word = "two";\nif (!process.argv.includes("--describe")) setTimeout(() => { for (;;); }, 1000);\n`,
  );
  const blocked = await screen.until(/✗ blocked at two\.ts:2/);
  expect(blocked).toContain("infrastructure: goes on");
  process.kill(Number(readFileSync(join(project.root, "two.pid"), "utf8")), "SIGKILL");
  await screen.until(/! runtime-extension is down, 1 error/);
  expect(await screen.until(/error dev\/ended: src\/hooks\.ts was ended by SIGKILL/)).not.toContain("✗ blocked");
  screen.press("q");
  expect(await screen.ended()).toBe(0);
});

/** It prints how many hours its clock is ahead. */
const ahead = `import { systemClock } from "@capstan/client";
if (!process.argv.includes("--describe"))
  setInterval(() => console.log("ahead by", Math.floor((systemClock.date().getTime() - Date.now()) / 3_600_000)), 200);
`;

test.runIf(hasPageFiles())("a clock that is moved is that of all programs, also of their next processes", async () => {
  project.write("capstan.config.ts", `export default ${JSON.stringify(twoProgramsConfig)};\n`);
  for (const file of ["src/main.ts", "src/hooks.ts"]) project.write(file, `${ahead}${devEntry}`);
  project.start();
  const [, url = ""] = await project.until(/console: (\S+)\n/);
  const { origin, hash } = new URL(url);
  const console = { origin, token: hash.slice("#token=".length) };
  await project.until(/src\/main\.ts ready after/);
  await project.until(/src\/hooks\.ts ready after/);
  const action = (body: object): Promise<ActionAnswer> => callConsole<ActionAnswer>(console, "/api/action", body);
  await action({ action: "clock", seconds: 3601 });
  await project.until(/^infrastructure: ahead by 1$/m);
  await project.until(/^runtime-extension: ahead by 1$/m);
  const { log } = await callConsole<WholeState>(console, "/api/state");
  expect(log.map(({ text }) => text)).toContain("runtime-extension: ahead by 1");
  const { message } = await action({ action: "kill" });
  expect(message).toBe("killed src/main.ts and src/hooks.ts with SIGKILL; the project is started again");
  project.printed = "";
  await project.until(/src\/main\.ts ready after/);
  await project.until(/src\/hooks\.ts ready after/);
  project.printed = "";
  await project.until(/^infrastructure: ahead by 1$/m);
  await project.until(/^runtime-extension: ahead by 1$/m);
});
