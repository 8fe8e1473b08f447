// The real `capstan dev` in a pseudo terminal, on an operator that floods it: 10,000 reconciles and 10,000 lines of log a second. Keys and saves are still obeyed, and memory is bounded.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { PtyScreen } from "@capstan/tool-terminal";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const operator = fileURLToPath(new URL("../../../operator/src/index.ts", import.meta.url));

/** Every 20 ms so many keys are pushed, and so many lines printed. Each reconcile wakes, runs and ends with records of its trace. */
const flood = `
import { writeFileSync } from "node:fs";
import { channel, runOperator } from ${JSON.stringify(operator)};
import { resourceOf } from "@capstan/kube";
import { word } from "./word.ts";
const keys = channel("flood");
let [next, runs] = [0, 0];
const timer = setInterval(() => {
  if (word === "calm") return;
  keys.push(...Array.from({ length: 200 }, () => ({ namespace: "default", name: "n" + (next++ % 5000) })));
  for (let line = 0; line < 200; line++) console.log("line " + line + " of the flood");
}, 20);
if (process.argv.includes("--describe")) clearInterval(timer);
else if (word === "calm") console.log("says calm");
else setTimeout(() => writeFileSync("seen", process.pid + " " + runs), 10_000);
await runOperator({
  name: "flood",
  setup: (manager) =>
    manager.addController({
      name: "flood",
      for: resourceOf("v1", "ConfigMap"),
      minInterval: "0s",
      sources: [keys],
      reconcile: () => void runs++,
    }),
});
`;

const project = new DevProject();
let screen: PtyScreen;
afterEach(() => screen.close());

/** What the operator writes after ten seconds: its process id, and how often it was run. */
async function seen(): Promise<readonly number[]> {
  const file = join(project.root, "seen");
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toMatch(/^\d+ \d+$/);
  return readFileSync(file, "utf8").split(" ").map(Number);
}

function statusOf(pid: number, name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** The most memory that the process which started this one has had, in MB. */
function peakOfParent(pid: number): number {
  return statusOf(statusOf(pid, "PPid"), "VmHWM") / 1024;
}

test("a project that floods leaves the screen usable", async () => {
  project.write("src/main.ts", flood);
  project.say("flood");
  const command = [process.execPath, "--conditions=@capstan/source", main, "dev"];
  screen = new PtyScreen({ command, cwd: project.root, columns: 100, rows: 30 });
  await screen.until(/✓ ready/);
  await screen.until(/line \d+ of the flood/);
  const [pid = 0, runs] = await seen();
  for (const _ of [1, 2, 3]) {
    screen.press("?");
    await screen.until(/stop everything, as Ctrl-C does/);
    screen.press("?");
    await screen.until(/line \d+ of the flood/);
  }
  const mb = peakOfParent(pid);
  project.say("calm");
  await screen.until(/says calm/);
  screen.press("q");
  expect(await screen.ended()).toBe(0);
  expect(mb).toBeLessThan(600);
  expect(runs).toBeGreaterThan(10_000);
});
