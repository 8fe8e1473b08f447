// `pnpm run prove:ten-lines`: follows docs/ten-lines.md in an empty folder with packed packages, twice, and measures the second time, in which npm
// has what it needs. Ends with 1 when the page has more than two files or ten lines, when the call is not answered, or after more than 30 s.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mustRun, type Sample } from "@capstan/repo";
import { overridesOf, packAll, type Tarballs } from "./pack.ts";
import { answered, countedLines, tenLinesCommands, tenLinesFiles, tenLinesProblems } from "./ten-lines-page.ts";

const work = mkdtempSync(join(tmpdir(), "capstan-ten-lines-"));
try {
  const tarballs = await packAll(join(work, "tarballs"));
  const cold = await follow(join(work, "cold"), tarballs);
  const warm = await follow(join(work, "warm"), tarballs);
  const size = `${tenLinesFiles.length} files, ${countedLines()} lines`;
  console.log(`${size}: answered after ${warm.toFixed(1)} s, and ${cold.toFixed(1)} s the first time`);
  const problems = tenLinesProblems(warm);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Does what the page says; resolves with the seconds that it took. */
async function follow(folder: string, tarballs: Tarballs): Promise<number> {
  mkdirSync(folder);
  const from = performance.now();
  for (const [program = "", ...args] of tenLinesCommands.map((command) => command.split(" "))) {
    if (args[0] === "install") pointTo(folder, tarballs, args);
    const given = args.map((arg) => tarballs.get(arg) ?? arg);
    if (program === "npx") for (const sample of tenLinesFiles) write(folder, sample);
    const flags = args[0] === "install" ? ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"] : [];
    const output = await mustRun([program, ...given, ...flags], { cwd: folder });
    if (program === "npx" && !answered.test(output)) throw new Error(`${args.join(" ")} printed:\n${output}`);
  }
  return (performance.now() - from) / 1000;
}

function write(folder: string, { path, text: code }: Sample): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), code);
}

/** Packages that the named ones depend on come from their tarballs too: none of them is published. npm wants no override of what it is told to install. */
function pointTo(folder: string, tarballs: Tarballs, named: readonly string[]): void {
  const others = new Map([...tarballs].filter(([name]) => !named.includes(name)));
  const file = join(folder, "package.json");
  const manifest: object = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...manifest, overrides: overridesOf(others) }));
}
