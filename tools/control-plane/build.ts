// Builds a real control plane and Cluster API's managers into the cache: `node tools/control-plane/build.ts`. Prints each step
// with its time, and last one line of JSON with every path. Run by CI and by hand, before `e2e`; skips what exists. With `--core VERSION`
// Cluster API is of that version, and everything else as always.
import { parseArgs } from "node:util";
import { buildProgram } from "./build-program.ts";
import { type Core, coreNamed, defaultCore } from "./cores.ts";
import { plannedPaths, writePaths } from "./paths.ts";
import { programsOf } from "./programs.ts";
import { buildReleases } from "./release.ts";

const usage = "usage: control-plane [--core VERSION]";

/** Runs one step and prints how long it took. */
async function step(name: string, work: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  process.stdout.write(`${name.padEnd(32)}`);
  const built = await work();
  console.log(built ? `built in ${((performance.now() - start) / 1000).toFixed(1)} s` : "in the cache");
}

async function build(core: Core): Promise<void> {
  console.log("control plane: programs and releases, from Go modules");
  for (const program of programsOf(core)) await step(program.name, () => buildProgram(program));
  await step("releases", () => buildReleases(core));
  const paths = plannedPaths(core);
  // Published packages read the file: it names the default version only.
  if (core === defaultCore) console.log(`paths are in ${writePaths(paths)}`);
  console.log(JSON.stringify(paths));
}

/** What the command line names; undefined, with a message, when it is wrong. */
function chosenCore(): Core | undefined {
  try {
    return coreNamed(parseArgs({ options: { core: { type: "string" } } }).values.core);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

const core = chosenCore();
if (core !== undefined) {
  try {
    await build(core);
  } catch (error) {
    console.log("failed");
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
