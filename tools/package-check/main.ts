// `turbo run package:check`: packs every published package as users will get it, has publint and attw look at each tarball, and runs a program with some of them
// whose stack must name lines of the sources. Packages are the steps, and then the stack; .results/packages.json says how many passed.
import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun, packTogether, publishedPackages, root, runSteps, type Step } from "@capstan/repo";
import { proveStacks, provenPackages } from "./stacks.ts";
import { tarballFaults } from "./tarball-faults.ts";

const work = mkdtempSync(join(tmpdir(), "capstan-packages-"));
const results = join(import.meta.dirname, ".results");
const folders = publishedPackages();

/** Packs all at once. When that fails, each is packed alone in its own step, which then says what is wrong with it. */
async function packAll(): Promise<ReadonlyMap<string, string>> {
  try {
    return await packTogether(folders, join(work, "together"));
  } catch {
    return new Map();
  }
}

async function packAlone(folder: string): Promise<string> {
  const into = join(work, folder);
  await mustRun(["pnpm", "pack", "--pack-destination", into], { cwd: join(root, folder) });
  const [tarball] = globSync("*.tgz", { cwd: into });
  if (tarball === undefined) throw new Error(`pnpm pack made no tarball of ${folder}`);
  return join(into, tarball);
}

function check(folder: string, packed: string | undefined): Step {
  return {
    name: folder,
    run: async () => {
      const faults = await tarballFaults(packed ?? (await packAlone(folder)));
      if (faults.length > 0) throw new Error(faults.join("\n"));
      return undefined;
    },
  };
}

function stack(tarballs: ReadonlyMap<string, string>): Step {
  return {
    name: "stacks",
    run: async () => {
      const packed = provenPackages.map(async (folder) => tarballs.get(folder) ?? (await packAlone(folder)));
      return `${await proveStacks(await Promise.all(packed), join(work, "stacks"))} frames are lines of sources`;
    },
  };
}

try {
  const tarballs = await packAll();
  mkdirSync(results, { recursive: true });
  const steps = folders.map((folder) => check(folder, tarballs.get(folder)));
  const { failed } = await runSteps(steps, { json: join(results, "packages.json") });
  const { failed: unproven } = await runSteps([stack(tarballs)]);
  process.exitCode = failed + unproven === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
