// Builds a real control plane and Cluster API's managers into the cache: `node tools/control-plane/build.ts`. Prints each step
// with its time, and last one line of JSON with every path. Run by CI and by hand, before `e2e`; skips what exists.
import { buildProgram } from "./build-program.ts";
import { plannedPaths, writePaths } from "./paths.ts";
import { programs } from "./programs.ts";
import { buildReleases } from "./release.ts";

/** Runs one step and prints how long it took. */
async function step(name: string, work: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  process.stdout.write(`${name.padEnd(32)}`);
  const built = await work();
  console.log(built ? `built in ${((performance.now() - start) / 1000).toFixed(1)} s` : "in the cache");
}

async function main(): Promise<void> {
  console.log("control plane: programs and releases, from Go modules");
  for (const program of programs) await step(program.name, () => buildProgram(program));
  await step("releases", buildReleases);
  const paths = plannedPaths();
  console.log(`paths are in ${writePaths(paths)}`);
  console.log(JSON.stringify(paths));
}

try {
  await main();
} catch (error) {
  console.log("failed");
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
