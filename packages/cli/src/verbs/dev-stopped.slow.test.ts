// The real `capstan dev`, stopped by SIGSTOP for a time: then the screen is drawn whole, what was saved meanwhile is served, and nothing is reported that only the stop has caused.
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { DevProject, parentOf } from "../../test/dev-project.ts";
import { PtyScreen } from "@capstan/tool-terminal";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

const project = new DevProject();
let screen: PtyScreen;
afterEach(() => screen.close());

test.runIf(process.platform === "linux").each([
  ["dev alone", false],
  ["dev and the project", true],
])("%s goes on after SIGCONT as if nothing had been", async (_, both) => {
  // The program of the pseudo terminal would stop together with what it has started itself: a shell is between.
  const command = ["sh", "-c", `'${process.execPath}' --conditions=@capstan/source '${main}' dev; exit $?`];
  screen = new PtyScreen({ command, cwd: project.root, columns: 100, rows: 30 });
  await screen.until(/✓ ready/);
  const [, program = ""] = /says one (\d+)/.exec(await screen.until(/says one \d+/)) ?? [];
  const dev = parentOf(Number(program));
  const stopped = both ? [dev, Number(program)] : [dev];
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  await sleep(4000);
  const before = screen.raw.length;
  for (const pid of stopped) process.kill(pid, "SIGCONT");
  await expect.poll(() => screen.raw.length - before, { timeout: 20_000 }).toBeGreaterThan(500);
  await sleep(1500);
  expect(screen.lines().join("\n")).not.toMatch(/blocked|stopped by a signal|1 error|1 warning/);
  expect(screen.lines().join("\n")).toMatch(/✓ ready/);
  expect(screen.lines().join("\n")).toMatch(/q quit/);
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  project.say("two");
  await sleep(1000);
  for (const pid of stopped) process.kill(pid, "SIGCONT");
  await screen.until(/says two \d+/);
  screen.press("q");
  expect(await screen.ended()).toBe(0);
});
