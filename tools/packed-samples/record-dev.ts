// `pnpm run dev:record`: publishes the packages to a registry on this computer, and does in an empty folder of a terminal what README.md begins with, the second
// time, in which npm has what it needs: creates a provider, installs, runs dev until the cluster runs, breaks the code and corrects it. Writes what the terminal
// showed to docs/images/dev.svg, with all of its time. Fails when the cluster runs later than a minute after the shell started.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mustRun, root } from "@capstan/repo";
import type { PtyScreen } from "@capstan/tool-terminal";
import { type Computer, enter, recordShell, start, withComputer } from "./recorded-shell.ts";

const picture = "docs/images/dev.svg";
const mostSeconds = 60;
const cwd = "/tmp/providers";
const project = "cluster-api-provider-foo";
const create = `npm create capstan@latest ${project} -- --type provider`;

/** What the reconcile of a machine does first after the edit. */
const edited = join(cwd, project, "src/controllers/foo-machine.ts");
const before = "    const zone = machine.spec";
const thrown = `    if (object.spec?.size === "Small") throw new Error("no small servers left");\n`;

/** What the screen shows when the Cluster and its two Machines run. */
const allRun =
  /✓ Cluster dev [^]*✓ Machine dev-control-plane-\S+ +Running [^]*✓ MachineDeployment [^]*✓ Machine dev-workers-\S+ +Running /;

await withComputer(async (computer) => {
  await fillCache(computer);
  const file = join(computer.work, "dev.svg");
  const recording = {
    title: "From an empty folder to a cluster that runs, in a terminal",
    picture: file,
    limits: { leastMs: 150, idleMs: 30_000, endMs: 4000, count: 140 },
    cwd,
    columns: 100,
    rows: 30,
  };
  const { seconds, devSeconds } = await recordShell(computer, recording, play);
  const found = `the cluster ran ${seconds.toFixed(1)} s after the shell started, ${devSeconds.toFixed(1)} s after dev did, on ${cpus().length} cores`;
  if (seconds > mostSeconds) throw new Error(`${found}: more than ${mostSeconds} s`);
  copyFileSync(file, join(root, picture));
  console.log(found);
});

/** The first time: npm gets what it then has. */
async function fillCache({ work, env }: Computer): Promise<void> {
  const folder = join(work, "first");
  mkdirSync(folder);
  const made = "npm create --yes capstan@latest first -- --type provider --name foo";
  await mustRun(made.split(" "), { cwd: folder, env });
  await mustRun(["npm", "install"], { cwd: join(folder, "first"), env });
}

/** What a person does; the result is after how many seconds everything ran. */
async function play(screen: PtyScreen): Promise<{ readonly seconds: number; readonly devSeconds: number }> {
  const from = performance.now();
  await sleep(400);
  await enter(screen, create);
  await enter(screen, `cd ${project}`);
  await enter(screen, "npm install");
  await start(screen, "npm run dev -- --apply");
  const devFrom = performance.now();
  await screen.until(allRun);
  const [seconds, devSeconds] = [from, devFrom].map((since) => (performance.now() - since) / 1000);
  await sleep(3000);
  await breakAndCorrect(screen);
  screen.press("q");
  await screen.until(/stopped src\/main\.ts/);
  await sleep(500);
  return { seconds: seconds ?? NaN, devSeconds: devSeconds ?? NaN };
}

async function breakAndCorrect(screen: PtyScreen): Promise<void> {
  const source = readFileSync(edited, "utf8");
  if (!source.includes(before)) throw new Error(`${edited} has no ${before}`);
  writeFileSync(edited, source.replace(before, thrown + before));
  await screen.until(/no small servers left/);
  await sleep(4500);
  writeFileSync(edited, source);
  await screen.until(/✓ ready\n/);
  await screen.until(allRun);
  await sleep(2500);
}
