// `pnpm run samples:packed`: packs all packages, then compiles the samples of all pages and both starters under each package manager,
// runs the starters, and proves that their `npm test` finds errors of types.
// `--keep` leaves the projects where they were written.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, runCommand } from "@capstan/repo";
import { packageManagers, type PackageManager } from "./install.ts";
import { packAll, type Tarballs } from "./pack.ts";
import { sampleProjects, writeSampleProject, writeStarter } from "./projects.ts";

const starters = ["provider", "extension"];

const work = mkdtempSync(join(tmpdir(), "capstan-packed-"));
try {
  const tarballs = await packAll(join(work, "tarballs"));
  const problems: string[] = [];
  for (const manager of packageManagers) problems.push(...(await compileUnder(manager, tarballs)));
  const count = sampleProjects(false).flatMap(({ samples }) => samples).length;
  console.log(
    problems.length === 0
      ? `${count} samples and ${starters.length} starters compile, and the starters run`
      : problems.join("\n"),
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  if (process.argv.includes("--keep")) console.log(work);
  else rmSync(work, { recursive: true, force: true });
}

async function compileUnder(manager: PackageManager, tarballs: Tarballs): Promise<string[]> {
  const folder = join(work, manager.name.replaceAll(" ", "-"));
  mkdirSync(folder);
  const projects = new Map(
    sampleProjects(manager.isolates).map((project, at) => [join(folder, "projects", `pages-${at + 1}`), project]),
  );
  for (const [path, project] of projects) writeSampleProject(path, project, tarballs);
  const scaffolded = starters.map((type) => join(folder, "projects", type));
  for (const [at, type] of starters.entries()) await writeStarter(scaffolded[at] ?? "", type, tarballs);
  await manager.install(folder, tarballs);
  const problems: string[] = [];
  for (const path of [...projects.keys(), ...scaffolded]) problems.push(...(await compile(manager, path)));
  for (const path of scaffolded) problems.push(...(await runOnce(manager, path)), ...(await testTypes(manager, path)));
  return problems;
}

/** Runs a starter as its author does, until it says that it is ready. */
async function runOnce({ name }: PackageManager, folder: string): Promise<string[]> {
  const { code, output } = await runCommand(["timeout", "120", "npm", "run", "dev", "--", "--once"], { cwd: folder });
  if (code === 0 && /^src\/main\.ts ready after \d+ ms$/m.test(output)) return [];
  return [`under ${name}, npm run dev -- --once ended with ${code}:\n${output}`];
}

/** `npm test` of a starter fails when a file has an error of types that no test notices. No test is run for that: the arguments go to vitest. */
async function testTypes({ name }: PackageManager, folder: string): Promise<string[]> {
  const wrong = join(folder, "src/wrong.ts");
  writeFileSync(wrong, 'export const wrong: number = "a";\n');
  const command = ["npm", "test", "--", "src/none", "--passWithNoTests"];
  const { code, output } = await runCommand(command, { cwd: folder });
  rmSync(wrong);
  if (code !== 0 && /src\/wrong\.ts.*TS2322/.test(output)) return [];
  return [`under ${name}, npm test with an error of types ended with ${code}:\n${output}`];
}

/** Compiles with this repository's tsc: the version that a project installs may be another. */
async function compile({ name }: PackageManager, folder: string): Promise<string[]> {
  const { code, output } = await runCommand(["tsc", "-p", join(folder, "tsconfig.json"), "--noEmit"], { cwd: folder });
  if (code === 0) return [];
  return [`under ${name}:\n${output.replaceAll(`${folder}/`, "").replaceAll(root, "")}`];
}
