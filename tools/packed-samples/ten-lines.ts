// `pnpm run prove:ten-lines`: follows docs/ten-lines.md in an empty folder with packed packages, twice, and measures the second time, in which npm
// has what it needs. Ends with 1 when the page has more than two files or ten lines, when the call is not answered, or after more than 30 s.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mustRun, root, type Sample, samplesOf } from "@capstan/repo";
import { overridesOf, packAll, type Tarballs } from "./pack.ts";

const page = "docs/ten-lines.md";
const limits = { files: 2, lines: 10, seconds: 30 };
/** What an answered call prints. */
const answered = /Success/;

const text = readFileSync(join(root, page), "utf8");
const samples = samplesOf(page, text);
const commands = Array.from(text.matchAll(/^ {4}(np[mx] .+)$/gm), ([, command = ""]) => command.split(" "));
const work = mkdtempSync(join(tmpdir(), "capstan-ten-lines-"));
try {
  const tarballs = await packAll(join(work, "tarballs"));
  const cold = await follow(join(work, "cold"), tarballs);
  const warm = await follow(join(work, "warm"), tarballs);
  const lines = samples.reduce((sum, { text: code }) => sum + linesOf(code), 0);
  console.log(
    `${samples.length} files, ${lines} lines: answered after ${warm.toFixed(1)} s, and ${cold.toFixed(1)} s the first time`,
  );
  const isShort = samples.length <= limits.files && lines <= limits.lines && warm <= limits.seconds;
  process.exitCode = isShort ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Lines of code: not the path of the file, and none that is empty. */
function linesOf(code: string): number {
  return code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//")).length;
}

/** Does what the page says; resolves with the seconds that it took. */
async function follow(folder: string, tarballs: Tarballs): Promise<number> {
  mkdirSync(folder);
  const from = performance.now();
  for (const [program = "", ...args] of commands) {
    if (args[0] === "install") pointTo(folder, tarballs, args);
    const given = args.map((arg) => tarballs.get(arg) ?? arg);
    if (program === "npx") for (const sample of samples) write(folder, sample);
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
