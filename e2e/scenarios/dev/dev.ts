// (j) The first hour with `capstan dev`, from packed tarballs: a provider and an extension, in a terminal and in a browser.
import { join } from "node:path";
import { root } from "@capstan/repo";
import { GoldenFrames } from "../../src/dev/golden-frames.ts";
import { processesIn } from "../../src/dev/processes-in.ts";
import { newStarter, packForUsers, type StarterProject } from "../../src/dev/starter-project.ts";
import { mustEqual } from "../../src/eventually.ts";
import type { RunStep } from "../../src/scenario.ts";
import { changes, deleteAndQuit } from "./changes.ts";
import { lookAtConsole } from "./console.ts";
import { type DevRun, startDev } from "./dev-run.ts";
import { firstMinutes } from "./first-minutes.ts";
import { makeMistakes } from "./mistakes.ts";
import { extensionRun, realRun } from "./other-runs.ts";

/** Where everything is made, and whether what is seen is kept. */
export interface DevOptions {
  readonly folder: string;
  readonly record: boolean;
}

/** All of it. */
export async function devScenario({ folder, record }: DevOptions, step: RunStep): Promise<void> {
  const frames = new GoldenFrames(join(root, "e2e/testdata/dev"), record);
  const tarballs = await step("pack all packages", () => packForUsers(join(folder, "tarballs")));
  const provider = await step("scaffold and install a provider", () =>
    newStarter(join(folder, "provider"), "provider", tarballs),
  );
  await inTerminal(provider, frames, async (run) => {
    await firstMinutes(run, step);
    await makeMistakes(run, step);
    await changes(run, step);
    await lookAtConsole(run, step);
    await deleteAndQuit(run, step);
  });
  const extension = await step("scaffold and install an extension", () =>
    newStarter(join(folder, "extension"), "extension", tarballs),
  );
  await inTerminal(extension, frames, (run) => extensionRun(run, step));
  await realRun({ project: provider }, step);
  await step("nothing is left running", () => {
    mustEqual("processes", processesIn(folder), []);
    return Promise.resolve();
  });
}

async function inTerminal(
  project: StarterProject,
  frames: GoldenFrames,
  work: (run: DevRun) => Promise<void>,
): Promise<void> {
  const screen = startDev(project);
  try {
    await work({ project, screen, frames });
  } finally {
    screen.close();
  }
}
