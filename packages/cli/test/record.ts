// `pnpm run dev:record`: runs `capstan dev --apply` in a terminal, on a copy of the starter, and writes what the terminal showed to
// docs/images/dev.svg. The packages must be built: what runs is what is installed.
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { recordScreen, type PtyScreen } from "@capstan/tool-terminal";
import { TemporaryFolder } from "./temporary-folder.ts";

const repository = join(import.meta.dirname, "../../..");
const starter = join(repository, "examples/provider-starter");
const cli = join(repository, "packages/cli");

/** What the reconcile of a machine does first after the edit. */
const edited = "src/controllers/starter-machine.ts";
const before = "    const zone = machine.spec";
const thrown = `    if (object.spec?.size === "Small") throw new Error("no small servers left");\n`;

/** What the screen shows when the Cluster and its two Machines run. */
const allRun =
  /✓ Cluster dev [^]*✓ Machine dev-control-plane-\S+ +Running [^]*✓ MachineDeployment [^]*✓ Machine dev-workers-\S+ +Running /;

using folder = new TemporaryFolder();
const root = join(folder.root, "starter");
install();
const recording = {
  title: "npx capstan dev --apply in a terminal",
  picture: join(repository, "docs/images/dev.svg"),
  limits: { leastMs: 150, idleMs: 1500, endMs: 4000, count: 60 },
  prompt: "$ ",
  cwd: root,
  columns: 100,
  rows: 30,
};
const runsAfterMs = await recordScreen(recording, play);
console.log(`the cluster ran ${(runsAfterMs / 1000).toFixed(1)} s after Enter, on ${cpus().length} cores`);

/** The project as `npm install` leaves it, with the packages of this repository. */
function install(): void {
  for (const part of ["src", "templates", "generated", "package.json", "capstan.config.ts"])
    cpSync(join(starter, part), join(root, part), { recursive: true });
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(starter, "node_modules/@capstan"), join(root, "node_modules/@capstan"));
  const program = join(cli, "dist/main.js");
  chmodSync(program, 0o755);
  symlinkSync(program, join(root, "node_modules/.bin/capstan"));
  for (const name of ["typescript", "vitest", "@types"])
    symlinkSync(join(repository, "node_modules", name), join(root, "node_modules", name));
  cpSync(join(repository, "packages/create-capstan/project/common/tsconfig.json"), join(root, "tsconfig.json"));
}

/** What a person does; the result is after how many milliseconds everything ran. */
async function play(screen: PtyScreen): Promise<number> {
  await sleep(800);
  screen.press("npx capstan dev --apply");
  await sleep(1000);
  screen.press("\r");
  const enter = performance.now();
  await screen.until(allRun);
  const runsAfterMs = performance.now() - enter;
  await sleep(3000);
  screen.press("?");
  await sleep(2000);
  screen.press("?");
  await sleep(1500);
  const source = readFileSync(join(root, edited), "utf8");
  writeFileSync(join(root, edited), source.replace(before, thrown + before));
  await screen.until(/no small servers left/);
  await sleep(4500);
  writeFileSync(join(root, edited), source);
  await screen.until(/✓ ready\n/);
  await screen.until(allRun);
  await sleep(2500);
  screen.press("q");
  await screen.until(/stopped src\/main\.ts/);
  await sleep(500);
  return runsAfterMs;
}
