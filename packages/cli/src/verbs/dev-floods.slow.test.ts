// The real `capstan dev` in a pseudo terminal, on an operator that floods it: each second 10,000 events in its trace, 10,000 keys to reconcile and 10,000 lines of log. Keys and saves are still obeyed, memory is
// bounded, what is left out is counted, and after the flood nothing is.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { callConsole } from "../../test/console/console-calls.ts";
import { PtyScreen } from "@capstan/tool-terminal";
import { hasPageFiles } from "../console/page-files.ts";
import type { WholeState } from "../console/wire.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const operator = fileURLToPath(new URL("../../../operator/src/index.ts", import.meta.url));

/** So many of each are due each second, for ten seconds; what comes late is made up for. Fifty more of each come when all is quiet. */
const flood = `
import { channel as diagnostics } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { channel, runOperator } from ${JSON.stringify(operator)};
import { resourceOf } from "@capstan/kube";
import { word } from "./word.ts";
const keys = channel("flood");
const traces = diagnostics("capstan:trace");
const event = { type: "event", controller: "raw", change: "updated", via: "source", keys: [], count: 0, ignored: "no keys" };
let [sent, runs, before] = [0, 0, -1];
function send(name, line) {
  traces.publish({ ...event, at: Date.now() });
  keys.push({ namespace: "default", name });
  console.log(line);
}
function start() {
  const began = performance.now();
  const timer = setInterval(() => {
    const due = Math.min(100_000, 10 * (performance.now() - began));
    for (; sent < due; sent++) send("n" + (sent % 5000), "line " + sent + " of the flood");
    if (sent < 100_000) return;
    clearInterval(timer);
    writeFileSync("seen", [process.pid, runs, Math.round(performance.now() - began)].join(" "));
    const quiet = setInterval(() => {
      if (runs !== before) return void (before = runs);
      clearInterval(quiet);
      for (let more = 0; more < 50; more++) send("after-" + more, "line " + more + " after the flood");
    }, 1000);
  }, 20);
}
if (word === "calm") console.log("says calm");
else if (!process.argv.includes("--describe")) start();
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

/** What the operator writes when its flood ends: its process id, how often it was run, and how long the flood took. */
async function seen(): Promise<readonly number[]> {
  const file = join(project.root, "seen");
  await expect
    .poll(() => existsSync(file) && readFileSync(file, "utf8"), { timeout: 120_000 })
    .toMatch(/^\d+ \d+ \d+$/);
  return readFileSync(file, "utf8").split(" ").map(Number);
}

function statusOf(pid: number, name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** The most memory that the process which started this one has had, in MB. */
function peakOfParent(pid: number): number {
  return statusOf(statusOf(pid, "PPid"), "VmHWM") / 1024;
}

/** How long it takes until a key is obeyed, in milliseconds; the second press undoes the first. */
async function keyMs(): Promise<number> {
  const began = performance.now();
  screen.press("?");
  await screen.until(/stop everything, as Ctrl-C does/);
  const ms = performance.now() - began;
  screen.press("?");
  await screen.until(/line \d+ of the flood/);
  return ms;
}

/** What the console has of the end of the flood: the runs and lines after it, and how many records are missing in all. */
async function afterFlood(url: string): Promise<readonly number[]> {
  const { origin, hash } = new URL(url);
  const console = { origin, token: hash.slice("#token=".length) };
  const { trace, log, facts } = await callConsole<WholeState>(console, "/api/state");
  const runs = trace.filter((record) => record.type === "run" && record.key.name.startsWith("after-"));
  const lines = log.filter(({ text }) => text.endsWith("after the flood"));
  return [runs.length, lines.length, facts.leftOut];
}

const noPage = hasPageFiles() ? "" : " (the page is not built: `pnpm run build`)";

test.skipIf(noPage !== "")(`a project that floods leaves the screen usable${noPage}`, async () => {
  project.write("src/main.ts", flood);
  project.say("flood");
  const command = [process.execPath, "--conditions=@capstan/source", main, "dev"];
  screen = new PtyScreen({ command, cwd: project.root, columns: 100, rows: 30 });
  await screen.until(/✓ ready/);
  await screen.until(/line \d+ of the flood/);
  const answers: number[] = [];
  for (let press = 0; press < 5; press += 1) answers.push(await keyMs());
  const shown = await screen.until(/trace: [\d,]+ left out/);
  const [pid = 0, runs] = await seen();
  const mb = peakOfParent(pid);
  await screen.until(/line 49 after the flood/);
  const url = /http:\S+/.exec(shown)?.[0] ?? "";
  await expect.poll(async () => (await afterFlood(url)).slice(0, 2)).toEqual([50, 50]);
  const [, , missing = 0] = await afterFlood(url);
  expect(missing).toBeGreaterThan(1000);
  project.say("calm");
  await screen.until(/says calm/);
  await screen.until(/^(?![^]*left out)/);
  screen.press("q");
  expect(await screen.ended()).toBe(0);
  expect(Math.max(...answers)).toBeLessThan(1000);
  expect(mb).toBeLessThan(600);
  expect(runs).toBeGreaterThan(10_000);
});
